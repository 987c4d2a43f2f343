import { isObject } from '../../base/is-object.js';
import { requireArguments } from '../../base/require-arguments.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementsOf,
  type Model,
  modelOf,
  newIdOf,
  type Value,
} from '../document/element.js';
import { DRAWN_KINDS, type Fields, keyTarget, type Shape, type Target } from '../document/field.js';
import { KINDS } from '../document/kinds.js';
import { type Change, diffModels } from './diff.js';

/** New ids by old ids, for each kind. */
type Renames = ReadonlyMap<ElementKind, ReadonlyMap<string, string>>;

/** Applies the moves of a later model to an earlier one, so that a renamed element counts as one element. */
export function withMoves(before: Model, after: Model): Model {
  const renames = new Map(ELEMENT_KINDS.map((kind) => [kind, renamesOf(kind, before, after)]));
  if ([...renames.values()].every(({ size }) => size === 0)) return before;
  const elements = ELEMENT_KINDS.flatMap((kind) =>
    elementsOf(before, kind).map((it) => renamed(it, renames)),
  );
  return modelOf(elements, before);
}

/** The model with another id of one element, there and in every reference to it. */
export function withId(model: Model, { kind, id }: Pick<Element, 'kind' | 'id'>, newId: string): Model {
  const renames: Renames = new Map([[kind, new Map([[id, newId]])]]);
  const elements = ELEMENT_KINDS.flatMap((it) => elementsOf(model, it).map((of) => renamed(of, renames)));
  return modelOf(elements, model);
}

function renamesOf(kind: ElementKind, before: Model, after: Model): Map<string, string> {
  const [old, now] = [before.elements.get(kind), after.elements.get(kind)];
  const next = new Map(after.moved.map(({ from, to }) => [from, to]));
  const renames = new Map<string, string>();
  for (const from of next.keys()) {
    const to = newIdOf(from, next, (id) => now?.has(id) === true);
    if (to !== undefined && old?.has(from) && !old.has(to) && !now?.has(from)) renames.set(from, to);
  }
  return renames;
}

function renamed(element: Element, renames: Renames): Element {
  const id = renames.get(element.kind)?.get(element.id) ?? element.id;
  return { ...element, id, fields: renamedInFields(element.fields, KINDS[element.kind].fields, renames) };
}

type Entry = Readonly<Record<string, Value | undefined>>;

const renamedInFields = (entry: Entry, fields: Fields, renames: Renames): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(entry).flatMap(([key, value]): [string, Value][] => {
      const shape = Object.hasOwn(fields, key) ? fields[key]?.shape : undefined;
      return value === undefined ? [] : [[key, shape ? renamedInValue(value, shape, renames) : value]];
    }),
  );

function renamedId(value: Value, to: Target, renames: Renames): Value {
  const kind = DRAWN_KINDS[to] ?? to;
  const ids = renames.get(kind as ElementKind);
  return typeof value === 'string' ? (ids?.get(value) ?? value) : value;
}

function renamedInValue(value: Value, shape: Shape, renames: Renames): Value {
  const inEntry = (it: Value, of: Fields): Value =>
    isObject(it) ? renamedInFields(it as Entry, of, renames) : it;
  switch (shape.is) {
    case 'reference':
      return renamedId(value, shape.to, renames);
    case 'references':
      return Array.isArray(value) ? value.map((it: Value) => renamedId(it, shape.to, renames)) : value;
    case 'list':
      return Array.isArray(value) ? value.map((it: Value) => inEntry(it, shape.of)) : value;
    case 'group':
      return inEntry(value, shape.of);
    case 'map': {
      if (!isObject(value)) return value;
      const entries = Object.entries(value as Entry).map(([key, it]) => [
        renamedId(key, keyTarget(shape.of), renames),
        it === undefined ? it : inEntry(it, shape.of),
      ]);
      return Object.fromEntries(entries) as Value;
    }
    default:
      return value;
  }
}

/**
 * Differences between two documents or landscape models, by kind. Elements are matched by id and by the `moved` entries
 * of the second model. Defaults and order do not count as differences.
 */
export function compareModels(before: Model, after: Model): Change[] {
  requireArguments('compareModels', { before, after });
  return diffModels(withMoves(before, after), after);
}
