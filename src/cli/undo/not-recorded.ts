import { ArchctlError } from '../../base/errors.js';

/** The error of a delete that cannot be recorded, without a prompt. */
export function notRecorded(error: Error): ArchctlError {
  const facts = error instanceof ArchctlError ? error.facts : {};
  // The delete itself would fail as well.
  if (error instanceof ArchctlError && (error.kind === 'not-found' || facts.status === 401)) return error;
  const reason = error.message.replace(/\.$/, '');
  return new ArchctlError(
    error instanceof ArchctlError ? error.kind : 'usage',
    `Nothing was deleted: the delete cannot be recorded for "archctl undo": ${reason}.`,
    { ...facts, hint: ['Use --no-undo to delete without undo.', facts.hint].filter(Boolean).join(' ') },
  );
}
