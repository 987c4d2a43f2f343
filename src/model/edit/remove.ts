import { elementNamed } from '../document/decision/elements.js';
import {
  type Decision,
  ELEMENT_KINDS,
  type Element,
  type Entry,
  elementKey,
  elementsOf,
  idsAt,
  type Model,
  modelOf,
  textAt,
  type Value,
} from '../document/element.js';
import { CONTAINER_FIELDS } from '../document/element-pattern.js';
import type { Fields } from '../document/field.js';
import { KINDS } from '../document/kinds.js';
import { type IsRemoved, type Undrawn, withoutDrawn, withoutSteps } from './remove-drawn.js';

/** Removes elements from a model, together with everything that cannot exist without them, and every reference to them. */

type Ref = Pick<Element, 'kind' | 'id'>;

/** Fields whose element a kind cannot exist without (docs/service.md#deletes). */
const REQUIRED_REFERENCES: typeof CONTAINER_FIELDS = {
  ...CONTAINER_FIELDS,
  connection: [
    ['origin', 'object'],
    ['target', 'object'],
  ],
};

/** The elements, and all that cannot exist without them, in the order of the model. */
export function withDependents(model: Model, elements: readonly Ref[]): Element[] {
  const removed = new Set(elements.map(elementKey));
  const dependents = new Map<string, string[]>();
  for (const element of ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind)))
    for (const [field, to] of REQUIRED_REFERENCES[element.kind]) {
      const id = textAt(element.fields, field);
      if (id === undefined) continue;
      const key = elementKey({ kind: to, id });
      dependents.set(key, [...(dependents.get(key) ?? []), elementKey(element)]);
    }
  // A set visits the keys that are added during the loop.
  for (const key of removed) for (const other of dependents.get(key) ?? []) removed.add(other);
  return ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind)).filter((it) => removed.has(elementKey(it)));
}

/** The model without the elements, and without every reference to them. Dependents must be among the elements. */
export function withoutElements(model: Model, elements: readonly Ref[]): Model {
  const removed = new Set(elements.map(elementKey));
  const isGone: IsRemoved = (kind, id) => typeof id === 'string' && removed.has(`${kind} ${id}`);
  const remaining = ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind)).filter(
    (it) => !isGone(it.kind, it.id),
  );
  const stripped = remaining.map((it) => ({
    ...it,
    fields: withoutReferences(it.fields, KINDS[it.kind].fields, isGone),
  }));
  const undrawn: Undrawn = new Map();
  const drawn = stripped.map((it) => (it.kind === 'diagram' ? withoutDrawn(it, model, isGone, undrawn) : it));
  const ids = new Set(remaining.map(({ id }) => id));
  const lost = new Set(elements.map(({ id }) => id).filter((id) => !ids.has(id)));
  const { elements: _, decisions, moved, ...more } = model;
  return modelOf(
    drawn.map((it) => (it.kind === 'flow' ? withoutSteps(it, isGone, undrawn) : it)),
    {
      ...more,
      moved: moved.filter(({ to }) => !lost.has(to)),
      ...(decisions && { decisions: decisions.map((it) => withoutDecided(it, model, isGone)) }),
    },
  );
}

/** Fields without references to removed elements. Entries of lists that refer to one are removed. */
function withoutReferences(fields: Entry, table: Fields, isGone: IsRemoved): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]): [string, Value][] => {
      const shape = Object.hasOwn(table, key) ? table[key]?.shape : undefined;
      if (value === undefined) return [];
      if (shape?.is === 'reference') return isGone(shape.to, value) ? [] : [[key, value]];
      if (shape?.is === 'references' && Array.isArray(value)) {
        const ids = (value as readonly Value[]).filter((id) => !isGone(shape.to, id));
        return ids.length === 0 && value.length > 0 ? [] : [[key, ids]];
      }
      return [[key, value]];
    }),
  );
}

/** A decision without links to removed elements. */
function withoutDecided(decision: Decision, model: Model, isGone: IsRemoved): Decision {
  const fields: Record<string, Value> = { ...decision.fields };
  const keep = (key: string, isLost: (id: string) => boolean): void => {
    const ids = idsAt(fields, key);
    const remaining = ids.filter((id) => !isLost(id));
    if (remaining.length === ids.length) return;
    if (remaining.length === 0) delete fields[key];
    else fields[key] = remaining;
  };
  for (const key of ['elements', 'retires'])
    keep(key, (id) => {
      const element = elementNamed(model, id);
      return element !== undefined && isGone(element.kind, element.id);
    });
  keep('diagrams', (id) => isGone('diagram', id));
  return { ...decision, fields };
}
