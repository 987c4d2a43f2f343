import { ArchctlError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import type { Locked } from '../document/element.js';
import { type ReadFiles, readModel, type SourceFile } from '../document/read.js';
import { refuseTooLarge } from '../document/yaml/parse.js';
import { withLock } from '../lock/with-lock.js';
import { validate } from '../validate/validate.js';

/** Checks the files of an edited document. */

interface Validated {
  files: readonly SourceFile[];
  read: ReadFiles;
}

/**
 * Reads the files after an edit, with the locked states of the original. Errors: `usage` for files that are too large, and
 * for errors that the edited document has and the original has not. @param hint Next step.
 */
export function readEdited(before: Validated, files: readonly SourceFile[], hint?: string): ReadFiles {
  refuseTooLarge(files);
  const read = readModel(files);
  const states = new Map(
    [...before.read.model.references].flatMap(([key, { locked }]): [string, Locked][] =>
      locked ? [[key, locked]] : [],
    ),
  );
  const after = { ...read, model: withLock(read.model, states) };
  refuseNewErrors(before, { files, read: after }, hint);
  return after;
}

function refuseNewErrors(before: Validated, after: Validated, hint?: string): void {
  const errorsIn = ({ files, read }: Validated) =>
    validate(files, read).filter(({ severity }) => severity === 'error');
  const known = new Set(errorsIn(before).map(({ rule, message }) => `${rule} ${message}`));
  const errors = errorsIn(after).filter(({ rule, message }) => !known.has(`${rule} ${message}`));
  if (errors.length === 0) return;
  const lines = errors
    .slice(0, MAX_REPORTED)
    .map(({ place, message }) => `${place?.file ?? after.files[0]?.path ?? ''}: ${message}`);
  throw new ArchctlError(
    'usage',
    `The document would have ${pluralize(errors.length, 'error')}; nothing was written.`,
    {
      details: errors.length > lines.length ? [...lines, `and ${errors.length - lines.length} more`] : lines,
      ...(hint !== undefined && { hint }),
    },
  );
}

const MAX_REPORTED = 10;
