import { ArchctlError } from '../../base/errors.js';
import { readStdin } from '../command/read-input.js';
import type { AnyCommand, Context } from '../command/spec.js';

/** Stands for names on stdin. */
const STDIN = '-';

/**
 * Converts the argument for several records: one text if it names one record, so that commands for one record need no
 * change. `-` reads names from stdin, one per line, always as several. Errors: `not-found` if stdin is empty, `usage`
 * if it cannot be read.
 */
export async function nameSeveral(
  { takesSeveral: key = '', args }: AnyCommand,
  { parsed, world }: Context,
): Promise<void> {
  const given = parsed.args[key];
  if (!Array.isArray(given)) return;
  if (!given.includes(STDIN)) {
    if (given.length < 2) parsed.args[key] = given[0];
    return;
  }
  const text = (await readStdin(world, args[key]?.name ?? STDIN)).replace(/^\ufeff/, '');
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const named = given.flatMap((one) => (one === STDIN ? lines : [one]));
  if (named.length === 0) throw new ArchctlError('not-found', 'Stdin contains no names; nothing was sent.');
  parsed.args[key] = named;
}
