import type { JsonObject } from '../../../base/json/json-object.js';
import { LAST_INDEX } from '../../../contract/fields/facts.js';
import type { ReadOperation } from '../../../contract/operation.js';
import { pathOf } from '../input/request-parts.js';
import type { Context } from '../spec.js';
import type { CommandFamily } from './family-spec.js';

/** Whether archctl chooses a value for some field. */
export const hasInitialValues = ({ shape }: CommandFamily): boolean =>
  Object.values(shape.fields).some(({ option }) => option && option.initial !== undefined);

/** Records of each family by run, with those that the run is about to create: a bulk creates several last records. */
const placed = new WeakMap<Context, Map<string, JsonObject[]>>();

/**
 * Adds fields that the service requires and that archctl can choose: the fixed value of the field, or the position
 * after all siblings. An existing record, `id`, keeps its position, so that an upsert is idempotent. Errors: those of
 * the client.
 */
export async function withInitialValues(
  body: JsonObject,
  context: Context,
  family: CommandFamily,
  id: unknown,
): Promise<JsonObject> {
  const added: JsonObject = {};
  for (const [name, { option, nullable }] of Object.entries(family.shape.fields)) {
    const initial = option ? option.initial : undefined;
    const isGiven = body[name] !== undefined && (nullable || body[name] !== null);
    if (initial === undefined || isGiven) continue;
    added[name] = initial === LAST_INDEX ? await lastPosition(body, context, family, { name, id }) : initial;
  }
  return { ...body, ...added };
}

/** Position after the siblings: records with the same owner, for example tags of one group. */
async function lastPosition(
  body: JsonObject,
  context: Context,
  family: CommandFamily,
  { name, id }: { name: string; id: unknown },
): Promise<number> {
  const owners = Object.entries(family.record?.references ?? {}).flatMap(([field, { cascades }]) =>
    cascades ? [field] : [],
  );
  // The request is invalid without its owner, so that nothing is read for it.
  if (owners.some((field) => body[field] === undefined)) return 0;
  const records = await recordsOf(context, family);
  const own = records.find((it) => it.id === id && id !== undefined)?.[name];
  if (typeof own === 'number') return own;
  const siblings = records.filter((it) => owners.every((field) => it[field] === body[field]));
  const index = siblings.reduce((next, it) => Math.max(next, Number(it[name] ?? -1) + 1), 0);
  records.push({ ...body, [name]: index });
  return index;
}

async function recordsOf(context: Context, { shape, list }: CommandFamily): Promise<JsonObject[]> {
  const all = placed.get(context) ?? new Map<string, JsonObject[]>();
  placed.set(context, all);
  const known = all.get(shape.singular);
  if (known) return known;
  const path = await pathOf(context, list, {});
  const client = await context.reader();
  const records: JsonObject[] = [];
  for await (const item of client.performPages(list as ReadOperation, { path }))
    records.push({ ...(item as JsonObject) });
  all.set(shape.singular, records);
  return records;
}
