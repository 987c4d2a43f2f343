import {
  BOOLEAN,
  CALLBACK,
  checkOptions,
  MAP,
  type OptionTypes,
  oneOf,
  TEXT,
} from '../../base/check-options.js';
import { ArchctlError, usageError } from '../../base/errors.js';
import { requireArguments } from '../../base/require-arguments.js';
import { pluralize } from '../../base/text/words.js';
import type { Finding } from '../document/finding.js';
import type { SourceFile } from '../document/read.js';
import { IMPORT_FORMATS, type ImportFormat, loadReader } from './by-format.js';
import { IMPORT_RULES } from './diagnostics.js';
import type { Include } from './readers.js';
import { type Resolved, type ResolveOptions, resolve } from './resolve/resolve.js';

/** Options of `importFrom`. */
export interface ImportOptions extends ResolveOptions {
  /** Reads the files that a file includes (default: none). */
  include?: Include;
  /** Throws if a file does not have the format, or if information would be lost (default: false). */
  strict?: boolean;
}

/** Result of `importFrom`. A finding is an `error` for a file of another format, a `warning` for a loss, a `note` for a guess. */
export type Imported = Resolved;

const FORMAT: OptionTypes<{ format: ImportFormat }> = { format: oneOf(...IMPORT_FORMATS) };

const OPTIONS: OptionTypes<ImportOptions> = {
  include: CALLBACK,
  strict: BOOLEAN,
  namespace: TEXT,
  catalog: MAP,
};

/**
 * Converts another tool's files into a model. Problems are reported as findings.
 * @throws ArchctlError only with `strict`: `usage` if a file does not have the format, `check` if information would be lost
 */
export async function importFrom(
  format: ImportFormat,
  files: readonly SourceFile[],
  given: ImportOptions = {},
): Promise<Imported> {
  requireArguments('importFrom', { format, files });
  checkOptions('importFrom', { format }, FORMAT);
  const { include = () => undefined, strict, ...options } = checkOptions('importFrom', given, OPTIONS);
  const read = await loadReader(format);
  const imported = resolve(read(files, include), options);
  if (strict) refuseLosses(imported.findings, format);
  return imported;
}

function refuseLosses(findings: readonly Finding[], format: ImportFormat): void {
  const detailsOf = (list: readonly Finding[]) =>
    list.slice(0, 20).map(({ place, message }) => `${place ? `${place.file}: ` : ''}${message}`);
  const broken = findings.filter(({ severity }) => severity === 'error');
  if (broken.length > 0)
    throw usageError(`The files cannot be read as ${format}.`, { details: detailsOf(broken) });
  const lost = findings.filter(({ rule }) => rule === IMPORT_RULES.lost);
  if (lost.length > 0)
    throw new ArchctlError('check', `${pluralize(lost.length, 'detail')} would be lost.`, {
      details: detailsOf(lost),
      hint: 'Without `strict`, everything else is converted.',
    });
}
