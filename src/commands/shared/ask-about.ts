import { ArchctlError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json/json-object.js';
import type { Context } from '../../cli/command/spec.js';

/**
 * Confirmation question before data is lost. For people, the record is read first, so that a wrong id fails before the
 * question; scripts skip the request.
 *
 * @param read Fetches the record.
 *
 * @param question Builds the question.
 *
 * @param plain Question without the record, for scripts.
 */
export async function questionAbout(
  context: Context,
  read: () => Promise<JsonObject>,
  question: (record: JsonObject) => string | Promise<string>,
  plain: string,
): Promise<string> {
  if (!context.asks) return plain;
  return (await question(await read())).replace(/\s+/g, ' ');
}

/** Finds a record by id. Errors: `not-found`. */
export function recordWithId(records: readonly unknown[], id: string, noun: string): JsonObject {
  const found = records.find((it) => (it as JsonObject).id === id);
  if (found) return found as JsonObject;
  throw new ArchctlError('not-found', `There is no ${noun} ${id} in this organization.`);
}
