import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  type Model,
  modelOf,
  type Value,
} from '../document/element.js';
import type { Field, Fields, Shape } from '../document/field.js';
import { CLOSED } from '../document/kinds.js';
import { isSame } from './same.js';

/** Two models that began as one, made one again: by identity, then by field, then by what a field is made of. */

/** A place where both sides did different things. What we have stays. */
export interface Conflict {
  kind: ElementKind;
  id: string;
  /** Keys down to what differs, e.g. `layout.objects.booking.x`; absent where one side removed the element. */
  field?: string;
  base?: Value;
  ours?: Value;
  theirs?: Value;
  /** Who removed the element that the other side changed. */
  removedBy?: 'ours' | 'theirs';
}

export interface Merged {
  model: Model;
  conflicts: readonly Conflict[];
}

/** The three values of one thing; undefined where it is not there. */
interface Three<Thing> {
  base: Thing | undefined;
  ours: Thing | undefined;
  theirs: Thing | undefined;
}

/**
 * What `theirs` changed since `base`, put into `ours`. Elements stand in the order of ours, those that only they have
 * after them.
 */
export function mergeModels(base: Model, ours: Model, theirs: Model): Merged {
  const conflicts: Conflict[] = [];
  const elements = ELEMENT_KINDS.flatMap((kind) =>
    idsOf(kind, ours, theirs).flatMap((id) => {
      const three = {
        base: elementOf(base, kind, id),
        ours: elementOf(ours, kind, id),
        theirs: elementOf(theirs, kind, id),
      };
      const merged = mergedElement(kind, id, three, conflicts);
      return merged ? [merged] : [];
    }),
  );
  elements.push(...stillNeeded(elements, ours, theirs, conflicts));
  const told = (key: 'landscape' | 'namespace') => {
    const { [key]: before } = base;
    const value = ours[key] === before ? theirs[key] : ours[key];
    return value === undefined ? {} : { [key]: value };
  };
  const moved = union(ours.moved, theirs.moved, ({ from, to }) => JSON.stringify([from, to]));
  const ignores = union(ours.ignores, theirs.ignores, (it) => it);
  const isInBoth = (it: string): boolean => ours.adopted.has(it) && theirs.adopted.has(it);
  const adopted = [...ours.adopted, ...theirs.adopted].filter((it) => !base.adopted.has(it) || isInBoth(it));
  return {
    model: modelOf(elements, {
      ...told('landscape'),
      ...told('namespace'),
      moved,
      adopted: new Set(adopted),
      ignores,
    }),
    conflicts,
  };
}

/** What one side removed, and the other put something below: it stays, with what it stands in itself. */
function stillNeeded(
  elements: readonly Element[],
  ours: Model,
  theirs: Model,
  conflicts: Conflict[],
): Element[] {
  const there = new Set(elements.map(({ kind, id }) => `${kind} ${id}`));
  const found: Element[] = [];
  const queue = [...elements];
  for (const { kind, id: of, fields } of queue) {
    if (kind !== 'object') continue;
    for (const [above, key] of [
      ['object', 'parent'],
      ['domain', 'domain'],
    ] as const) {
      const id = fields[key];
      if (typeof id !== 'string' || there.has(`${above} ${id}`)) continue;
      const mine = elementOf(ours, above, id);
      const kept = mine ?? elementOf(theirs, above, id);
      // Who removed it and named it all the same left a fault of their own, which is theirs to find.
      if (!kept || elementOf(mine ? theirs : ours, kind, of)?.fields[key] === id) continue;
      there.add(`${above} ${id}`);
      conflicts.push({ kind: above, id, removedBy: mine ? 'theirs' : 'ours' });
      found.push(kept);
      queue.push(kept);
    }
  }
  return found;
}

function idsOf(kind: ElementKind, ours: Model, theirs: Model): string[] {
  return [...new Set([...elementsOf(ours, kind), ...elementsOf(theirs, kind)].map(({ id }) => id))];
}

const union = <Item>(a: readonly Item[], b: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map([...a, ...b].map((item) => [keyOf(item), item])).values(),
];

function mergedElement(
  kind: ElementKind,
  id: string,
  { base, ours, theirs }: Three<Element>,
  conflicts: Conflict[],
): Element | undefined {
  const { [kind]: fields } = CLOSED;
  if (ours && theirs) {
    const three = { base: base?.fields ?? {}, ours: ours.fields, theirs: theirs.fields };
    const told = (path: string, values: Three<Value>) =>
      conflicts.push({ kind, id, field: path, ...present(values) });
    return { ...ours, fields: mergedFields(fields, three, '', told) };
  }
  const left = ours ?? theirs;
  if (!base || !left) return left;
  // One side removed what was there: it goes, unless the other side changed it.
  if (isSameElement(fields, base, left)) return undefined;
  conflicts.push({ kind, id, removedBy: ours ? 'theirs' : 'ours' });
  return left;
}

const isSameElement = (fields: Fields, a: Element, b: Element): boolean =>
  Object.entries(fields).every(([key, field]) => isSame(a.fields[key], b.fields[key], field));

type Told = (path: string, values: Three<Value>) => void;
type FieldValues = Readonly<Record<string, Value | undefined>>;

const present = (values: Three<Value>): Partial<Record<keyof Three<Value>, Value>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function mergedFields(
  fields: Fields,
  { base, ours, theirs }: { base: FieldValues; ours: FieldValues; theirs: FieldValues },
  prefix: string,
  told: Told,
): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const [key, field] of Object.entries(fields)) {
    const three = { base: base[key], ours: ours[key], theirs: theirs[key] };
    const value = mergedValue(field, three, `${prefix}${key}`, told);
    if (value !== undefined) found[key] = value;
  }
  return found;
}

function mergedValue(field: Field, three: Three<Value>, path: string, told: Told): Value | undefined {
  const { base, ours, theirs } = three;
  if (isSame(ours, theirs, field) || isSame(base, theirs, field)) return ours;
  if (isSame(base, ours, field)) return theirs;
  const parts = mergedParts(field.shape, three, path, told);
  if (parts !== undefined) return parts;
  told(path, three);
  return ours;
}

/** The value put together of its parts; undefined where it is one thing. */
function mergedParts(shape: Shape, three: Three<Value>, path: string, told: Told): Value | undefined {
  switch (shape.is) {
    case 'references':
      return mergedSet(three);
    case 'texts':
      return mergedMap(three, (of, key) => mergedValue(TEXT, of, `${path}.${key}`, told));
    case 'group':
      return mergedFields(shape.of, eachOf(three, fieldsIn), `${path}.`, told);
    case 'map':
      return mergedMap(three, (of, key) => mergedEntry(shape.of, of, `${path}.${key}`, told));
    case 'list': {
      const keyOf = keyOfEntry(shape.of);
      if (!keyOf) return undefined;
      const byKey = eachOf(three, (list) => Object.fromEntries(entriesIn(list).map((it) => [keyOf(it), it])));
      const merged = mergedMap(byKey, (of, key) => mergedEntry(shape.of, of, `${path}.${key}`, told));
      return Object.values(merged as Record<string, Value>);
    }
    default:
      return undefined;
  }
}

/** A text that is a field of somebody's own. */
const TEXT: Field = { shape: { is: 'text' }, about: '' };

const eachOf = <From, To>(
  { base, ours, theirs }: Three<From>,
  as: (thing: From | undefined) => To,
): { base: To; ours: To; theirs: To } => ({ base: as(base), ours: as(ours), theirs: as(theirs) });

const fieldsIn = (value: Value | undefined): FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FieldValues) : {};

const entriesIn = (value: Value | undefined): FieldValues[] =>
  Array.isArray(value) ? value.map((it: Value) => fieldsIn(it)) : [];

/** How entries of a list are told apart; those of steps and links are told by where they stand only. */
function keyOfEntry(fields: Fields): ((entry: FieldValues) => string) | undefined {
  const of = ['object', 'connection'].find((key) => key in fields);
  return of === undefined ? undefined : (entry) => String(entry.id ?? entry[of]);
}

function mergedSet({ base, ours, theirs }: Three<Value>): Value {
  const [before, mine, others] = [base, ours, theirs].map((it) =>
    Array.isArray(it) ? (it as string[]) : [],
  );
  const removed = new Set(before?.filter((it) => !mine?.includes(it) || !others?.includes(it)));
  return [...new Set([...(mine ?? []), ...(others ?? [])])].filter((it) => !removed.has(it));
}

function mergedMap(
  three: Three<Value | FieldValues>,
  merge: (of: Three<Value>, key: string) => Value | undefined,
): Value {
  const { base, ours, theirs } = eachOf(three, (it) => fieldsIn(it as Value | undefined));
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const at = (of: FieldValues): Value | undefined => (Object.hasOwn(of, key) ? of[key] : undefined);
      const value = merge({ base: at(base), ours: at(ours), theirs: at(theirs) }, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** An entry that one side removed goes, unless the other side changed it. */
function mergedEntry(fields: Fields, three: Three<Value>, path: string, told: Told): Value | undefined {
  const { base, ours, theirs } = three;
  if (ours !== undefined && theirs !== undefined)
    return mergedFields(fields, eachOf(three, fieldsIn), `${path}.`, told);
  const left = ours ?? theirs;
  if (base === undefined || left === undefined) return left;
  if (isSame(base, left, { shape: { is: 'group', of: fields }, about: '' })) return undefined;
  told(path, three);
  return left;
}
