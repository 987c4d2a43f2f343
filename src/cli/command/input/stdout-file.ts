import { usageError } from '../../../base/errors.js';
import type { World } from '../world.js';

/** Selects stdout instead of a file name. */
export const STDOUT = '-';

/**
 * Rejects a terminal as the target of a picture or document, before any request: the output would be unreadable, and
 * remote text could control the terminal. Errors: `usage`.
 */
export function checkOutput(
  { world }: { world: Pick<World, 'stdout'> },
  file: string | undefined,
  option = '--out',
): void {
  if (file !== STDOUT || !world.stdout.isTTY) return;
  throw usageError(`Option ${option}: stdout is a terminal, which cannot display the output.`, {
    hint: 'Redirect stdout, or name a file.',
  });
}
