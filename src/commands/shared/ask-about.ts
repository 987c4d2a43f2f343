import { ArchctlError } from '../../base/errors.js';
import type { Context } from '../../cli/command/spec.js';

type Json = Record<string, unknown>;

/**
 * Confirmation question before data is lost. For people, the record is read first, so that a wrong id fails before the
 * question; scripts skip the request.
 *
 * @param read Fetches the record.
 *
 * @param say Builds the question.
 *
 * @param plain Question without the record, for scripts.
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

/** Finds a record by id. Errors: `not-found`. */
export function recordWithId(records: readonly unknown[], id: string, noun: string): Json {
  const found = records.find((it) => (it as Json).id === id);
  if (found) return found as Json;
  throw new ArchctlError('not-found', `There is no ${noun} ${id} in this organization.`);
}
