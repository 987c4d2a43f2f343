import { createHash } from 'node:crypto';
import { usageError } from '../../../base/errors.js';
import { pluralize } from '../../../base/text/words.js';
import type { Context } from '../../../cli/command/spec.js';
import { type Model, withoutPlaces } from '../../../model/document/element.js';
import type { SourceFile } from '../../../model/document/read.js';
import { EMPTY_DOCUMENT_HINT, isEmptyDocument } from '../../../model/sync/plan-model.js';
import { validate } from '../../../model/validate/validate.js';
import { refuseDocument } from './findings/refuse.js';
import { readLocked } from './lock.js';
import { type Files, keptFiles, readSources } from './sources.js';

/** A valid document without source locations of elements, and a hash of its files. */
export interface Document {
  model: Model;
  sources: readonly Source[];
}

export interface Source {
  path: string;
  sha256: string;
}

/**
 * Reads a document from files. Errors: `usage` if it cannot be read, breaks a rule, or is empty. An empty document is
 * more likely a failed program than a wish to delete everything.
 */
export async function documentOf(
  context: Pick<Context, 'terminal' | 'world'>,
  files: readonly SourceFile[],
): Promise<Document> {
  const { terminal } = context;
  const read = await readLocked(context, files);
  const findings = validate(files, read);
  refuseDocument(findings, files, 'no plan was made');
  const others = findings.length;
  if (isEmptyDocument(read.model))
    throw usageError(`${files.map(({ path }) => path).join(', ')} contains no model; no plan was made.`, {
      hint: EMPTY_DOCUMENT_HINT,
    });
  if (others > 0)
    terminal.warn(
      `"archctl model validate" reports ${pluralize(others, 'warning or note', 'warnings or notes')} for the document.`,
    );
  return {
    model: withoutPlaces(read.model),
    sources: files.map(({ path, text }) => ({ path, sha256: hashOf(text) })),
  };
}

/** Reads a document from files or folders. The files are not in a variable of the command, so that they can be released. */
export async function documentAt(
  context: Pick<Context, 'terminal' | 'world'>,
  paths: readonly string[],
): Promise<Document & { files: Files }> {
  const files = await readSources(context, paths);
  return { ...(await documentOf(context, files)), files: keptFiles(context, paths, files) };
}

/** Prints the warnings of a plan. */
export const warningOf = ({ terminal }: Pick<Context, 'terminal'>) => ({
  onWarning: (text: string) => terminal.warn(text),
});

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
