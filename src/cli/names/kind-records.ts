import { isObject } from '../../base/is-object.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { namedItems } from '../../base/name-index.js';
import type { Client } from '../../client/client.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { Operation } from '../../contract/operation.js';
import type { CompletedKind, Item } from '../command/noun.js';
import type { Registry } from '../command/spec.js';

/** The kind with this name; undefined if no noun lists such records. */
export async function completedKind({ nouns }: Registry, kind: string): Promise<CompletedKind | undefined> {
  const entry = nouns.find(({ kinds }) => kinds?.includes(kind));
  return (await entry?.load())?.default.completes?.find((it) => it.kind === kind);
}

/** All records of a list, up to `most`; `query` comes from its noun. Errors: those of the client. */
export async function recordsOf(
  client: Client,
  list: Operation,
  path: Readonly<Record<string, string>>,
  { query, most = Number.POSITIVE_INFINITY }: { query?: JsonObject | undefined; most?: number } = {},
): Promise<JsonObject[]> {
  const input = { path, ...(query && { query, hasKnownQuery: true }) };
  if (list.answers === 'map') {
    const byId = (await client.perform(list, input))[list.envelope ?? ''];
    return isObject(byId)
      ? Object.entries(byId).map(([id, record]) => ({ id, ...(record as JsonObject) }))
      : [];
  }
  const records: JsonObject[] = [];
  for await (const page of client.performWholePages(list, input, { maxBytes: MAX_LIST_BYTES })) {
    for (const record of page) {
      records.push(record as JsonObject);
      if (records.length === most) return records;
    }
  }
  return records;
}

/** Items of records: id, name, and parent. */
export function itemsOf({ items, within }: CompletedKind, records: readonly JsonObject[]): readonly Item[] {
  return items ? items(records) : namedItems(records, within?.field);
}
