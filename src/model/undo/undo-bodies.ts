import type { ZodMiniType } from 'zod/mini';
import { isObject } from '../../base/is-object.js';
import type { Doc, Fields } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { recordOf } from '../../contract/records.js';
import { contentInput } from '../../contract/resources/diagram-content.js';
import { restorableFamily, sameValue, writableFields } from '../../contract/rules/undo/record-change.js';
import { mapPatch } from '../plan/bodies/bodies.js';
import type { Body } from '../plan/plan-types.js';

/** Bodies of requests that restore records. */

/** Values that clear a field, best first. */
const EMPTY: readonly unknown[] = [null, '', [], {}];

/** Fields of a record as a create request accepts them. */
export function createBody(kind: Kind, fields: Fields): Fields {
  const shape: Readonly<Record<string, ZodMiniType>> = {
    ...restorableFamily(kind)?.shape.create.shape,
    ...(kind === 'diagramContent' && contentInput),
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => shape[name]?.safeParse(value).success === true),
  );
}

/** Fields of a record that can only be set when it is created. */
const isFixed = (kind: Kind, name: string): boolean =>
  restorableFamily(kind)?.shape.fields[name]?.writable === 'create';

/** Maps that an update changes entry by entry. */
const isPatched = (kind: Kind, name: string): boolean =>
  kind !== 'adr' && recordOf(kind).entries?.[name] !== undefined;

/** The update that gives these fields to a record, and their previous values; undefined if it cannot be requested. */
export function updateBody(
  kind: Kind,
  current: Doc,
  wanted: Fields,
): { body: Body; before: Body } | undefined {
  const [body, before]: [Fields, Fields] = [{}, {}];
  for (const name of writableFields(kind)) {
    if (!Object.hasOwn(wanted, name) || isFixed(kind, name)) continue;
    if (isPatched(kind, name)) {
      const part = entriesChange(current[name], wanted[name]);
      if (!part) continue;
      body[name] = part.patch;
      before[name] = part.before;
    } else {
      body[name] = acceptedValue(kind, name, wanted[name]);
      before[name] = current[name] ?? null;
    }
  }
  return Object.values(body).some((it) => it !== undefined) ? { body, before } : undefined;
}

/** The value, or an empty one that the field accepts. */
function acceptedValue(kind: Kind, name: string, value: unknown): unknown {
  if (value !== null && value !== undefined) return value;
  const shape = restorableFamily(kind)?.shape.create.shape as
    | Readonly<Record<string, ZodMiniType>>
    | undefined;
  return EMPTY.find((it) => shape?.[name]?.safeParse(it).success);
}

function entriesChange(from: unknown, to: unknown): { patch: Body; before: Body } | undefined {
  const [current, wanted] = [from, to].map((it) => (isObject(it) ? it : {})) as [Fields, Fields];
  const changed = Object.keys(wanted).filter((key) => !sameValue(current[key], wanted[key]));
  const [added, replaced] = [false, true].map((isKnown) =>
    Object.fromEntries(
      changed.filter((key) => Object.hasOwn(current, key) === isKnown).map((key) => [key, wanted[key]]),
    ),
  ) as [Fields, Fields];
  const removed = Object.keys(current).filter((key) => !Object.hasOwn(wanted, key));
  const patch = mapPatch({ $add: added, $replace: replaced, $remove: removed });
  if (!patch) return undefined;
  return {
    patch,
    before: Object.fromEntries([...changed, ...removed].map((key) => [key, current[key] ?? null])),
  };
}
