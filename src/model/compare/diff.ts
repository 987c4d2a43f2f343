import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementsOf,
  type Model,
  type Value,
} from '../document/element.js';
import type { Field, Fields } from '../document/field.js';
import { KINDS } from '../document/kinds.js';

/** What differs between two models whose elements go by the same ids. */

export type ChangeType = 'added' | 'removed' | 'changed';

/** A field that differs; what is absent is the default. */
export interface FieldChange {
  /** Key of the field: `name`, `layout`. */
  field: string;
  from?: Value;
  to?: Value;
}

/** An element that differs. */
export interface Change {
  kind: ElementKind;
  id: string;
  change: ChangeType;
  /** What people call it now, or called it. */
  name: string;
  /** For `changed`: what differs, in the order of the table of fields. Empty for the others. */
  fields: readonly FieldChange[];
  before?: Element;
  after?: Element;
}

export interface DiffOptions {
  /** Fields that are not compared, e.g. `layout` where the wanted diagram has none: `diagram.layout`. */
  ignores?: (kind: ElementKind, field: string, before: Element, after: Element) => boolean;
}

/** Everything that is to be done to make one model of the other, by kind and then in the order of the documents. */
export function diffModels(before: Model, after: Model, options: DiffOptions = {}): Change[] {
  return ELEMENT_KINDS.flatMap((kind) => [
    ...elementsOf(after, kind).flatMap((element) =>
      changeOf(before.elements.get(kind)?.get(element.id), element, options),
    ),
    ...elementsOf(before, kind)
      .filter(({ id }) => !after.elements.get(kind)?.has(id))
      .map((element): Change => ({ ...about(element), change: 'removed', fields: [], before: element })),
  ]);
}

const about = ({ kind, id, fields }: Element) => ({
  kind,
  id,
  name: typeof fields.name === 'string' ? fields.name : id,
});

function changeOf(before: Element | undefined, after: Element, options: DiffOptions): Change[] {
  if (!before) return [{ ...about(after), change: 'added', fields: [], after }];
  const fields = fieldChanges(before, after, options);
  return fields.length === 0 ? [] : [{ ...about(after), change: 'changed', fields, before, after }];
}

function fieldChanges(before: Element, after: Element, { ignores }: DiffOptions): FieldChange[] {
  const { kind } = after;
  return Object.entries(KINDS[kind].fields).flatMap(([field, spec]) => {
    const [from, to] = [before.fields[field], after.fields[field]];
    if (from === to || ignores?.(kind, field, before, after) || isSame(from, to, spec)) return [];
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
}

/** Whether two values of a field mean the same: ids and what is drawn have no order, keys of maps have none. */
export function isSame(a: Value | undefined, b: Value | undefined, field: Field): boolean {
  return JSON.stringify(canonical(a, field)) === JSON.stringify(canonical(b, field));
}

/** A value as every value that means the same has it; absent where it is the default. */
function canonical(value: Value | undefined, { shape, default: usual }: Field): Value | undefined {
  if (value === undefined || value === null) return usual;
  switch (shape.is) {
    case 'references':
      return Array.isArray(value) ? [...new Set(value as string[])].sort() : value;
    case 'texts':
      return sortedMap(value, (it) => it);
    case 'map':
      return sortedMap(value, (it) => canonicalFields(it, shape.of));
    case 'group':
      return canonicalFields(value, shape.of);
    case 'list': {
      if (!Array.isArray(value)) return value;
      const entries = value.map((it) => canonicalFields(it, shape.of));
      // What is drawn stands in no order; links and steps do.
      return 'object' in shape.of || 'connection' in shape.of ? sortedEntries(entries) : entries;
    }
    default:
      return value;
  }
}

const sortedEntries = (entries: readonly Value[]): Value =>
  entries
    .map((entry) => [JSON.stringify(entry), entry] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, it]) => it);

const isFields = (value: Value | undefined): value is Readonly<Record<string, Value | undefined>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function sortedMap(value: Value, each: (value: Value) => Value): Value {
  if (!isFields(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(
    keys.flatMap((key) => (value[key] === undefined ? [] : [[key, each(value[key])]])),
  );
}

function canonicalFields(value: Value, fields: Fields): Value {
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const found = canonical(value[key], field);
      return found === undefined || JSON.stringify(found) === JSON.stringify(field.default)
        ? []
        : [[key, found]];
    }),
  );
}
