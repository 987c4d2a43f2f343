import { factsOfRecord } from '../../base/equal-records.js';
import type { JsonObject } from '../../base/json/json-object.js';
import type { Context, Names } from '../command/spec.js';

/** Kinds of records that list the actors of this kind, as nouns complete them. */
const ACTOR_LISTS: Readonly<Record<string, string>> = { user: 'user', 'api-key': 'key' };

/** References that place a record and are not in its path, with their words. */
const PLACES = [
  ['modelId', 'of'],
  ['targetId', 'to'],
] as const;

/**
 * Words for records that share a name: place, caption, author and date. Names of actors and places take at most one
 * request for each list that was not read; if it fails, their ids remain.
 * @param ownId Id of the API key in use.
 */
export async function equalsInWords(
  names: Pick<Names, 'of'>,
  records: readonly JsonObject[],
  ownId: string | undefined,
): Promise<(record: JsonObject) => string> {
  const actors = records.flatMap(({ createdBy, createdById, updatedBy, updatedById }) => [
    [createdBy, createdById],
    [updatedBy, updatedById],
  ]);
  const lists = new Set([
    ...actors.flatMap(([kind, id]) => (id === ownId ? [] : (ACTOR_LISTS[String(kind)] ?? []))),
    ...(PLACES.some(([field]) => records.some((it) => typeof it[field] === 'string')) ? ['object'] : []),
  ]);
  const found = await Promise.all(
    [...lists].map(async (kind) => [kind, await names.of(kind).catch(() => undefined)] as const),
  );
  const indexes = new Map(found);
  return (record) =>
    [
      ...PLACES.flatMap(([field, word]) => {
        const id = record[field];
        return typeof id === 'string' ? [`${word} ${indexes.get('object')?.pathOf(id) ?? id}`] : [];
      }),
      ...factsOfRecord(record, (kind, id) =>
        id === ownId ? 'your API key' : indexes.get(ACTOR_LISTS[kind] ?? '')?.nameOf(id),
      ),
    ].join(', ');
}

/** Id of the API key in use; undefined without one. */
export const ownKeyId = ({ settings }: Pick<Context, 'settings'>): string | undefined =>
  settings.credentials()?.value.id;
