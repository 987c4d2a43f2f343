import { isObject } from '../../base/is-object.js';
import type { Client } from '../../client/client.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { Operation } from '../../contract/operation.js';
import type { CompletedKind, Item } from '../command/noun.js';
import type { Registry } from '../command/spec.js';

type Json = Record<string, unknown>;

/** The kind of that name, as its noun tells it; undefined where no noun lists such records. */
export async function completedKind({ nouns }: Registry, kind: string): Promise<CompletedKind | undefined> {
  const entry = nouns.find(({ kinds }) => kinds?.includes(kind));
  return (await entry?.load())?.default.completes?.find((it) => it.kind === kind);
}

/** The records of a list, whichever way it answers, up to `most`; `query` is what its noun declares. Errors: those of the client. */
export async function recordsOf(
  client: Client,
  list: Operation,
  path: Readonly<Record<string, string>>,
  { query, most = Number.POSITIVE_INFINITY }: { query?: Json | undefined; most?: number } = {},
): Promise<Json[]> {
  const input = { path, ...(query && { query, hasKnownQuery: true }) };
  if (list.answers === 'map') {
    const byId = (await client.perform(list, input))[list.envelope ?? ''];
    return isObject(byId) ? Object.entries(byId).map(([id, record]) => ({ id, ...(record as Json) })) : [];
  }
  const records: Json[] = [];
  // Where a part is enough, the next page may not be needed.
  const ahead = most === Number.POSITIVE_INFINITY;
  for await (const page of client.performWholePages(list, input, { maxBytes: MAX_LIST_BYTES, ahead })) {
    for (const record of page) {
      records.push(record as Json);
      if (records.length === most) return records;
    }
  }
  return records;
}

/** Records as what is known of them: id, name, and what they stand in. */
export function itemsOf({ items, within }: CompletedKind, records: readonly Json[]): readonly Item[] {
  if (items) return items(records);
  return records.flatMap((record): Item[] => {
    const { id, name, type } = record;
    if (typeof id !== 'string') return [];
    const above = within && record[within.field];
    return [
      {
        id,
        ...(typeof name === 'string' && { name }),
        ...(typeof above === 'string' && { within: above }),
        ...(within && type === 'root' && { isRoot: true }),
      },
    ];
  });
}
