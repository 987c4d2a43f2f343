import { usageError } from '../base/errors.js';
import { isObject } from '../base/is-object.js';
import { nearest } from '../base/text/suggest.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementsOf,
  type Model,
  modelOf,
  type Value,
} from '../model/document/element.js';
import type { Field, Fields, Shape } from '../model/document/field.js';
import { KINDS } from '../model/document/kinds.js';
import { freeId, slugOf } from '../model/document/propose-ids.js';
import { isElementKind, type KindWord, kindOfWord, kindWordOf, ModelView } from './model-view.js';

/** Changes of elements by name, applied to a model in memory. */

/** An element to create or change. Fields that are left out keep their values. */
export interface ElementChange {
  kind: Exclude<KindWord, 'decision'>;
  /** Name or path of an existing element, or the name of a new one. */
  name: string;
  /** Values by field; references by name. Null clears a field. */
  fields?: Readonly<Record<string, unknown>> | undefined;
}

export type ChangedElement = Pick<Element, 'kind' | 'id'>;

/**
 * The model with the changes, and the elements that they create or change. Errors: `usage` for unknown fields and
 * ambiguous names; `not-found` for references to unknown elements.
 */
export function changedModel(
  model: Model,
  changes: readonly ElementChange[],
): { model: Model; elements: ChangedElement[] } {
  const before = new ModelView(model, 'live');
  const targets = changes.map((change) => targetOf(before, change, model));
  // New elements can be referred to by name, too.
  const added = targets.flatMap(({ element, isNew }) => (isNew ? [element] : []));
  const view = new ModelView(modelOf([...all(model), ...added], model), 'live');
  const changed = new Map<string, Element>();
  for (const { element, fields } of targets) {
    const key = `${element.kind} ${element.id}`;
    const known = changed.get(key) ?? element;
    changed.set(key, { ...known, fields: withFields(view, known, fields) });
  }
  const elements = all(view.model).map((it) => changed.get(`${it.kind} ${it.id}`) ?? it);
  return {
    model: modelOf(elements, model),
    elements: [...changed.values()].map(({ kind, id }) => ({ kind, id })),
  };
}

const all = (model: Model): Element[] => ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind));

interface Target {
  element: Element;
  fields: Readonly<Record<string, unknown>>;
  isNew: boolean;
}

function targetOf(view: ModelView, { kind: word, name, fields = {} }: ElementChange, model: Model): Target {
  const kind = kindOfWord(word) as ElementKind;
  const found = view.known(name, word) as Element | undefined;
  if (found) return { element: found, fields, isNew: false };
  const taken = new Set(elementsOf(model, kind).map(({ id }) => id));
  const id = freeId(slugOf(name, kind), taken);
  return { element: { kind, id, fields: { name } }, fields, isNew: true };
}

function withFields(view: ModelView, element: Element, changes: Target['fields']): Element['fields'] {
  const fields: Record<string, Value> = { ...element.fields };
  const known: Fields = KINDS[element.kind].fields;
  for (const [key, value] of Object.entries(changes)) {
    const field = Object.hasOwn(known, key) ? known[key] : undefined;
    if (!field) throw unknownField(element.kind, key, known);
    if (value === null) delete fields[key];
    else fields[key] = resolved(view, field, value);
  }
  return fields;
}

function unknownField(kind: ElementKind, key: string, known: Fields) {
  const near = nearest(key, Object.keys(known));
  return usageError(`A ${KINDS[kind].noun} has no field "${key}".`, {
    hint: `${near ? `Did you mean "${near}"? ` : ''}Its fields are ${Object.keys(known).join(', ')}.`,
  });
}

/** A value with ids instead of names. */
function resolved(view: ModelView, { shape }: Pick<Field, 'shape'>, value: unknown): Value {
  switch (shape.is) {
    case 'reference':
      return typeof value === 'string' ? idOf(view, shape, value) : (value as Value);
    case 'references':
      return [value].flat().map((it) => (typeof it === 'string' ? idOf(view, shape, it) : (it as Value)));
    case 'list':
      return Array.isArray(value) ? value.map((it) => entry(view, shape.of, it)) : (value as Value);
    case 'group':
      return entry(view, shape.of, value);
    default:
      return value as Value;
  }
}

function entry(view: ModelView, fields: Fields, value: unknown): Value {
  if (!isObject(value)) return value as Value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return [key, field ? resolved(view, field, inner) : (inner as Value)];
    }),
  );
}

/** Drawn objects are entered by the object that they show. */
function idOf(view: ModelView, { to }: Extract<Shape, { to: unknown }>, name: string): string {
  const kind = to === 'drawnObject' ? 'object' : to === 'drawnConnection' ? 'connection' : to;
  // Technologies and teams are entered by slug and by name.
  if (!isElementKind(kind)) return name;
  return view.find(name, kindWordOf(kind)).id;
}
