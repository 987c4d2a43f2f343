import type { JsonObject } from '../../../base/json/json-object.js';
import { pluralize } from '../../../base/text/words.js';
import type { Client } from '../../../client/client.js';
import { MAX_LIST_BYTES } from '../../../client/send/limits.js';
import { FAMILIES, type Family } from '../../../contract/families.js';
import type { Operation } from '../../../contract/operation.js';
import type { VersionPath } from '../version-path.js';

/** Maximum number of values in a filter (docs/service.md#lengths). */
const MAX_VALUES = 30;
/** Above this number of requests, reading the whole list in large pages is cheaper. */
const MAX_REQUESTS = 4;

/** Cascade of deleting records of one kind, see `cascadeOfAll`. */
export const cascadeOf = (client: Client, path: VersionPath, kind: string, targets: readonly string[]) =>
  cascadeOfAll(client, path, new Map([[kind, targets]]));

/**
 * Cascade of deleting records (docs/service.md#deletes): the number of other records that are deleted, by display name
 * of their kind. Queries each kind by the referencing field with as few requests as possible, and reads its whole list
 * only if that is cheaper. `targets` are the ids of the deleted records by kind.
 */
export async function cascadeOfAll(
  client: Client,
  path: VersionPath,
  targets: ReadonlyMap<string, readonly string[]>,
): Promise<{ noun: string; count: number }[]> {
  const seen = new Map([...targets].map(([kind, ids]) => [kind, new Set(ids)]));
  const own = new Map([...seen].map(([kind, ids]) => [kind, ids.size]));
  const lists = new Map<string, readonly JsonObject[]>();
  let fresh = [...seen].map(([kind, ids]) => ({ kind, ids: [...ids] }));
  while (fresh.length > 0) {
    const next: typeof fresh = [];
    for (const target of fresh) {
      for (const { family, field } of cascadingFields(target.kind)) {
        const found = await referencingIds(client, path, family, field, target.ids, lists);
        const known = seen.get(family.shape.singular) ?? new Set();
        const ids = [...new Set(found)].filter((it) => !known.has(it));
        seen.set(family.shape.singular, new Set([...known, ...ids]));
        if (ids.length > 0) next.push({ kind: family.shape.singular, ids });
      }
    }
    fresh = next;
  }
  return [...seen].flatMap(([name, ids]) => {
    const noun = FAMILIES.find(({ shape }) => shape.singular === name)?.shape.noun ?? name;
    const count = ids.size - (own.get(name) ?? 0);
    return count > 0 ? [{ noun, count }] : [];
  });
}

/** Families whose records are deleted with a record of a kind, and the referencing fields. */
const cascadingFields = (kind: string): { family: Family; field: string }[] =>
  FAMILIES.flatMap((family) =>
    Object.entries(family.record.references ?? {})
      .filter(([, { to, cascades }]) => cascades && to === kind)
      .map(([field]) => ({ family, field })),
  );

/** Ids of a family's records that reference one of these ids in a field. */
async function referencingIds(
  client: Client,
  path: VersionPath,
  { shape, list }: Family,
  field: string,
  ids: readonly string[],
  lists: Map<string, readonly JsonObject[]>,
): Promise<string[]> {
  const batches = batchesOf(list, field, ids);
  const whole = lists.get(shape.singular);
  if (whole === undefined && batches !== undefined && batches.length <= MAX_REQUESTS) {
    const answers = batches.map((wanted) => all(client, list, path, { filter: { [field]: wanted } }));
    return (await Promise.all(answers)).flat().map(({ id }) => String(id));
  }
  const records = whole ?? (await all(client, list, path));
  lists.set(shape.singular, records);
  const wanted = new Set<unknown>(ids);
  return records.filter((it) => wanted.has(it[field])).map(({ id }) => String(id));
}

/** Filter values for each request; undefined if the list has no such filter. */
function batchesOf(list: Operation, field: string, ids: readonly string[]): unknown[] | undefined {
  if (!list.filters?.includes(field)) return undefined;
  if (!list.query?.safeParse({ filter: { [field]: [...ids.slice(0, 1)] } }).success) return [...ids];
  const starts = Array.from({ length: Math.ceil(ids.length / MAX_VALUES) }, (_, at) => at * MAX_VALUES);
  return starts.map((start) => ids.slice(start, start + MAX_VALUES));
}

async function all(
  client: Client,
  list: Operation,
  path: VersionPath,
  query?: JsonObject,
): Promise<JsonObject[]> {
  const items: JsonObject[] = [];
  const pages = client.performPages(list, { path, ...(query && { query }) }, { maxBytes: MAX_LIST_BYTES });
  for await (const item of pages) items.push(item as JsonObject);
  return items;
}

/** For example ` with 2 model objects, 5 model connections and 1 diagram`; empty if there are none. */
export function cascadeInWords(counts: readonly { noun: string; count: number }[]): string {
  const parts = counts.flatMap(({ noun, count }) => (count > 0 ? [pluralize(count, noun)] : []));
  const last = parts.pop();
  if (last === undefined) return '';
  return ` with ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}`;
}
