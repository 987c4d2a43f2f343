import { CALLBACK, checkOptions, MAP, type OptionTypes, TEXT } from '../../base/check-options.js';
import { requireArguments } from '../../base/require-arguments.js';
import type { SourceFile } from '../document/read.js';
import { type ImportFormat, readerOf } from './by-format.js';
import type { Include } from './readers.js';
import { type Resolved, type ResolveOptions, resolve } from './resolve/resolve.js';

/** Options of `importFrom`. */
export interface ImportOptions extends ResolveOptions {
  /** Resolves paths named in files. Default: no path resolves. */
  include?: Include;
}

/** Findings: an `error` if a file does not have the format, a `warning` for each loss, a `note` for each guess. */
export type Imported = Resolved;

const OPTIONS: OptionTypes<ImportOptions> = { include: CALLBACK, namespace: TEXT, catalog: MAP };

/** Converts another tool's files into a model. Errors: none; problems are reported as findings. */
export async function importFrom(
  format: ImportFormat,
  files: readonly SourceFile[],
  given: ImportOptions = {},
): Promise<Imported> {
  requireArguments('importFrom', { format, files });
  const { include = () => undefined, ...options } = checkOptions('importFrom', given, OPTIONS);
  const read = await readerOf(format);
  return resolve(read(files, include), options);
}
