import { requireArguments } from '../../base/require-arguments.js';
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
import { EXACT_FIELDS } from '../document/kinds.js';
import { isSame } from './same.js';
import { mergedIgnores, mergedSections } from './section-maps.js';

/** Three-way merge of models: by identity, then by field, then by the parts of a field. */

/** A value that both sides changed differently, or an element that one side removed and the other changed. */
export interface Conflict {
  /** `document` for a document-wide value such as the namespace, which has no id. */
  kind: ElementKind | 'document';
  /** Id of the element. */
  id: string;
  /** Path of keys to the difference, for example `layout.objects.booking.x`; absent if one side removed the element. */
  field?: string;
  /** Value in the common ancestor. */
  base?: Value;
  /** Our value. */
  ours?: Value;
  /** Their value. */
  theirs?: Value;
  /** The side that removed the element that the other side changed. */
  removedBy?: 'ours' | 'theirs';
}

export interface Merged {
  model: Model;
  conflicts: readonly Conflict[];
}

/** The three versions of a value; undefined in a version without it. */
interface ThreeWay<Thing> {
  base: Thing | undefined;
  ours: Thing | undefined;
  theirs: Thing | undefined;
}

/** The side whose version resolves conflicts, even if it removed something. */
export type Winner = 'ours' | 'theirs';

/** Conflicts found so far, and the side that resolves them. */
interface Resolution {
  conflicts: Conflict[];
  winner: Winner | undefined;
}

/**
 * Three-way merge: merges the changes of `theirs` since `base` into `ours`. Elements keep the order of ours; new elements
 * of theirs follow. The result has no decisions, which git merges as text.
 * @param winner Side that resolves conflicts. Default: conflicts resolve to ours, and an element that only one side removed
 * stays if the other side changed it.
 */
export function mergeModels(base: Model, ours: Model, theirs: Model, winner?: Winner): Merged {
  requireArguments('mergeModels', { base, ours, theirs });
  const conflicts: Conflict[] = [];
  const resolution = { conflicts, winner };
  const elements = ELEMENT_KINDS.flatMap((kind) =>
    idsOf(kind, ours, theirs).flatMap((id) => {
      const three = {
        base: elementOf(base, kind, id),
        ours: elementOf(ours, kind, id),
        theirs: elementOf(theirs, kind, id),
      };
      const merged = mergedElement(kind, id, three, resolution);
      return merged ? [merged] : [];
    }),
  );
  elements.push(...restoredContainers(elements, ours, theirs, resolution));
  const mergedField = (key: 'landscape' | 'namespace') => {
    const values = { base: base[key], ours: ours[key], theirs: theirs[key] };
    const report = conflictReporter('document', '', resolution);
    const value = mergedValue(TEXT, values, key, report);
    return value === undefined ? {} : { [key]: value as string };
  };
  const moved = union(ours.moved, theirs.moved, ({ from, to }) => JSON.stringify([from, to]));
  const ignores = union(ours.ignores, theirs.ignores, (it) => it);
  const isInBoth = (it: string): boolean => ours.adopted.has(it) && theirs.adopted.has(it);
  const adopted = [...ours.adopted, ...theirs.adopted].filter((it) => !base.adopted.has(it) || isInBoth(it));
  const sections = mergedSections({ base, ours, theirs }, (field, three, key) =>
    mergedValue(field, three, key, conflictReporter('document', '', resolution)),
  );
  return {
    model: modelOf(elements, {
      ...sections,
      ...mergedField('landscape'),
      ...mergedField('namespace'),
      moved,
      adopted: new Set(adopted),
      ignores,
      driftIgnores: mergedIgnores({ base, ours, theirs }, (field, three, path) =>
        mergedEntry(field, three, path, conflictReporter('document', '', resolution)),
      ),
    }),
    conflicts,
  };
}

/** Containers, with their ancestors, that one side removed although the other side's elements are in them. */
function restoredContainers(
  elements: readonly Element[],
  ours: Model,
  theirs: Model,
  { conflicts, winner }: Resolution,
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
      const element = mine ?? elementOf(theirs, above, id);
      // A side that removed an element but still refers to it made that mistake itself, so nothing is restored.
      if (!element || elementOf(mine ? theirs : ours, kind, of)?.fields[key] === id) continue;
      there.add(`${above} ${id}`);
      const removedBy = mine ? 'theirs' : 'ours';
      if (!conflicts.some((it) => it.kind === above && it.id === id))
        conflicts.push({ kind: above, id, removedBy });
      if (winner === removedBy) continue;
      found.push(element);
      queue.push(element);
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
  { base, ours, theirs }: ThreeWay<Element>,
  resolution: Resolution,
): Element | undefined {
  const { [kind]: fields } = EXACT_FIELDS;
  if (ours && theirs) {
    const three = { base: base?.fields ?? {}, ours: ours.fields, theirs: theirs.fields };
    return { ...ours, fields: mergedFields(fields, three, '', conflictReporter(kind, id, resolution)) };
  }
  const survivor = ours ?? theirs;
  if (!base || !survivor) return survivor;
  // An element that one side removed stays removed, unless the other side changed it.
  if (isSameElement(fields, base, survivor)) return undefined;
  const removedBy = ours ? 'theirs' : 'ours';
  resolution.conflicts.push({ kind, id, removedBy });
  return resolution.winner === removedBy ? undefined : survivor;
}

const isSameElement = (fields: Fields, a: Element, b: Element): boolean =>
  Object.entries(fields).every(([key, field]) => isSame(a.fields[key], b.fields[key], field));

/** Reports a conflict at a path and returns the value that resolves it; `usual` without a winner. */
type Report = (path: string, values: ThreeWay<Value>, fallback: Value | undefined) => Value | undefined;

const conflictReporter =
  (kind: Conflict['kind'], id: string, { conflicts, winner }: Resolution): Report =>
  (path, values, usual) => {
    conflicts.push({ kind, id, field: path, ...present(values) });
    return winner ? values[winner] : usual;
  };

type FieldValues = Readonly<Record<string, Value | undefined>>;

const present = (values: ThreeWay<Value>): Partial<Record<keyof ThreeWay<Value>, Value>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function mergedFields(
  fields: Fields,
  { base, ours, theirs }: { base: FieldValues; ours: FieldValues; theirs: FieldValues },
  prefix: string,
  report: Report,
): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const [key, field] of Object.entries(fields)) {
    const three = { base: base[key], ours: ours[key], theirs: theirs[key] };
    const value = mergedValue(field, three, `${prefix}${key}`, report);
    if (value !== undefined) found[key] = value;
  }
  return found;
}

function mergedValue(field: Field, three: ThreeWay<Value>, path: string, report: Report): Value | undefined {
  const { base, ours, theirs } = three;
  if (isSame(ours, theirs, field) || isSame(base, theirs, field)) return ours;
  if (isSame(base, ours, field)) return theirs;
  const parts = mergedParts(field.shape, three, path, report);
  if (parts !== undefined) return parts;
  return report(path, three, ours);
}

/** Merges a value part by part; undefined if it has no parts. */
function mergedParts(shape: Shape, three: ThreeWay<Value>, path: string, report: Report): Value | undefined {
  switch (shape.is) {
    case 'references':
      return mergedSet(three);
    case 'texts':
      return mergedMap(three, (of, key) => mergedValue(TEXT, of, `${path}.${key}`, report));
    case 'group':
      return mergedFields(shape.of, eachOf(three, fieldsIn), `${path}.`, report);
    case 'map':
      return mergedMap(three, (of, key) => mergedEntry(shape.of, of, `${path}.${key}`, report));
    case 'list': {
      const keyOf = keyOfEntry(shape.of);
      if (!keyOf) return undefined;
      const byKey = eachOf(three, (list) => Object.fromEntries(entriesIn(list).map((it) => [keyOf(it), it])));
      const merged = mergedMap(byKey, (of, key) => mergedEntry(shape.of, of, `${path}.${key}`, report));
      return Object.values(merged as Record<string, Value>);
    }
    default:
      return undefined;
  }
}

/** The shape of a label. */
const TEXT: Field = { shape: { is: 'text' }, about: '' };

const eachOf = <From, To>(
  { base, ours, theirs }: ThreeWay<From>,
  as: (thing: From | undefined) => To,
): { base: To; ours: To; theirs: To } => ({ base: as(base), ours: as(ours), theirs: as(theirs) });

const fieldsIn = (value: Value | undefined): FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FieldValues) : {};

const entriesIn = (value: Value | undefined): FieldValues[] =>
  Array.isArray(value) ? value.map((it: Value) => fieldsIn(it)) : [];

/** The key that identifies list entries; undefined for steps and links, which are identified by position. */
function keyOfEntry(fields: Fields): ((entry: FieldValues) => string) | undefined {
  const of = ['object', 'connection'].find((key) => key in fields);
  return of === undefined ? undefined : (entry) => String(entry.id ?? entry[of]);
}

function mergedSet({ base, ours, theirs }: ThreeWay<Value>): Value {
  const [before, mine, others] = [base, ours, theirs].map((it) =>
    Array.isArray(it) ? (it as string[]) : [],
  );
  const removed = new Set(before?.filter((it) => !mine?.includes(it) || !others?.includes(it)));
  return [...new Set([...(mine ?? []), ...(others ?? [])])].filter((it) => !removed.has(it));
}

function mergedMap(
  three: ThreeWay<Value | FieldValues>,
  merge: (of: ThreeWay<Value>, key: string) => Value | undefined,
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

/** An entry that one side removed stays removed, unless the other side changed it. */
function mergedEntry(
  fields: Fields,
  three: ThreeWay<Value>,
  path: string,
  report: Report,
): Value | undefined {
  const { base, ours, theirs } = three;
  if (ours !== undefined && theirs !== undefined)
    return mergedFields(fields, eachOf(three, fieldsIn), `${path}.`, report);
  const survivor = ours ?? theirs;
  if (base === undefined || survivor === undefined) return survivor;
  if (isSame(base, survivor, { shape: { is: 'group', of: fields }, about: '' })) return undefined;
  return report(path, three, survivor);
}
