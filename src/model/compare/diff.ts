import {
  type Decision,
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementsOf,
  type Model,
  type ModelKind,
  type Value,
} from '../document/element.js';
import { Implied } from '../document/implied.js';
import { CLOSED, KINDS } from '../document/kinds.js';
import { isSame } from './same.js';

/** Differences between two models that use the same ids. */

export type ChangeType = 'added' | 'removed' | 'changed';

/** A field that differs; an absent value means the default. */
export interface FieldChange {
  /** Key of the field: `name`, `layout`. */
  field: string;
  from?: Value;
  to?: Value;
}

/** An element that differs. */
export interface Change {
  kind: ModelKind;
  id: string;
  change: ChangeType;
  /** Current name of the element; for a removed one, its last name. */
  name: string;
  /** The fields that differ, in the order of the field table; empty unless `change` is `changed`. */
  fields: readonly FieldChange[];
  before?: Element | Decision;
  after?: Element | Decision;
}

/** A difference between elements. */
export interface ElementChange extends Change {
  kind: ElementKind;
  before?: Element;
  after?: Element;
}

export interface DiffOptions {
  /** Compares optional fields as well: one that only one side sets is a difference. */
  exact?: boolean;
  /** Fields to exclude from the comparison, for example `layout` if the wanted diagram has none. */
  ignores?: (kind: ElementKind, field: string, before: Element, after: Element) => boolean;
}

/**
 * Changes that turn one model into the other, by kind and then in document order. Absent values count as their
 * defaults; an optional field that one side does not set is not compared.
 */
export function diffModels(before: Model, after: Model, options: DiffOptions = {}): ElementChange[] {
  const sides = { before: new Implied(before), after: new Implied(after) };
  return ELEMENT_KINDS.flatMap((kind) => [
    ...elementsOf(after, kind).flatMap((element) =>
      changeOf(before.elements.get(kind)?.get(element.id), element, sides, options),
    ),
    ...elementsOf(before, kind)
      .filter(({ id }) => !after.elements.get(kind)?.has(id))
      .map(
        (element): ElementChange => ({ ...about(element), change: 'removed', fields: [], before: element }),
      ),
  ]);
}

interface Sides {
  before: Implied;
  after: Implied;
}

const about = ({ kind, id, fields }: Element) => ({
  kind,
  id,
  name: typeof fields.name === 'string' ? fields.name : id,
});

function changeOf(
  before: Element | undefined,
  after: Element,
  sides: Sides,
  options: DiffOptions,
): ElementChange[] {
  if (!before) return [{ ...about(after), change: 'added', fields: [], after }];
  const fields = fieldChanges(before, after, sides, options);
  return fields.length === 0 ? [] : [{ ...about(after), change: 'changed', fields, before, after }];
}

const FIELDS = new Map(ELEMENT_KINDS.map((kind) => [kind, Object.entries(KINDS[kind].fields)]));

const CLOSED_FIELDS = new Map(ELEMENT_KINDS.map((kind) => [kind, Object.entries(CLOSED[kind])]));

function fieldChanges(
  before: Element,
  after: Element,
  sides: Sides,
  { ignores, exact = false }: DiffOptions,
): FieldChange[] {
  const { kind } = after;
  return ((exact ? CLOSED_FIELDS : FIELDS).get(kind) ?? []).flatMap(([field, spec]) => {
    const from = sides.before.field(before, field);
    const to = sides.after.field(after, field);
    if (from === to || ignores?.(kind, field, before, after) || isSame(from, to, spec)) return [];
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
}
