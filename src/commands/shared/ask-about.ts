import { ArchctlError } from '../../base/errors.js';
import type { Context } from '../../cli/command/spec.js';

type Json = Record<string, unknown>;

/**
 * The question before something is lost. A person is told what it is, which takes a read, and a wrong id ends the
 * command before the question; a script knows what it asked for.
 * @param read fetches the record; @param say makes the question of it. @param plain stands where nobody is asked.
 */
export async function askAbout(
  context: Context,
  read: () => Promise<Json>,
  say: (record: Json) => string | Promise<string>,
  plain: string,
): Promise<string> {
  if (!context.asks) return plain;
  return (await say(await read())).replace(/\s+/g, ' ');
}

/** The one of a list that has an id. Errors: `not-found`. */
export function recordWithId(records: readonly unknown[], id: string, noun: string): Json {
  const found = records.find((it) => (it as Json).id === id);
  if (found) return found as Json;
  throw new ArchctlError('not-found', `There is no ${noun} ${id} in this organization.`);
}
