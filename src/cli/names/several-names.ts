import { ArchctlError } from '../../base/errors.js';
import { readStdin } from '../command/read-input.js';
import type { AnyCommand, Context } from '../command/spec.js';

/** The argument that stands for names on stdin. */
const STDIN = '-';

/**
 * What stands for several records, as one text where it is one: a command that changes one record knows nothing of
 * several. `-` are the names on stdin, one a line, which are several however many they are.
 * Errors: `not-found` where stdin names none, `usage` where it cannot be read.
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
  if (named.length === 0) throw new ArchctlError('not-found', 'Stdin names nothing; nothing was sent.');
  parsed.args[key] = named;
}
