import { usageError } from '../../base/errors.js';
import type { World } from './world.js';

/** Stdout in the place of a file. */
export const STDOUT = '-';

/**
 * Refuses stdout that is a terminal, before anything is asked for: a picture or a document would be garbage there, and
 * other people's text could command it.
 * Errors: `usage`.
 */
export function checkOutput(
  { world }: { world: Pick<World, 'stdout'> },
  file: string | undefined,
  option = '--file',
): void {
  if (file !== STDOUT || !world.stdout.isTTY) return;
  throw usageError(`Option ${option}: stdout is a terminal, and what would be written is not for one.`, {
    hint: 'Pipe it on, or name a file.',
  });
}
