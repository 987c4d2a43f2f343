import { nameOf } from '../document/containers.js';
import {
  type Decision,
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  type Model,
  type ModelKind,
  type Value,
} from '../document/element.js';
import { Implied } from '../document/implied.js';
import { EXACT_FIELDS, KINDS } from '../document/kinds.js';
import { isSame } from './same.js';

/** Differences between two models that use the same ids. */

export type ChangeType = 'added' | 'removed' | 'changed';

/** A field that differs; an absent value means the default. */
export interface FieldChange {
  /** Key of the field: `name`, `layout`. */
  field: string;
  /** Value before the change. */
  from?: Value;
  /** Value after the change. */
  to?: Value;
}

/** An element that differs. */
export interface Change {
  /** Kind of the element. */
  kind: ModelKind;
  /** Id of the element. */
  id: string;
  /** Type of the change. */
  change: ChangeType;
  /** Current name of the element; for a removed one, its last name. */
  name: string;
  /** The fields that differ, in the order of the field table; empty unless `change` is `changed`. */
  fields: readonly FieldChange[];
  /** The element before the change. */
  before?: Element | Decision;
  /** The element after the change. */
  after?: Element | Decision;
}

/** A difference between elements. */
export interface ElementChange extends Change {
  kind: ElementKind;
  before?: Element;
  after?: Element;
}

export interface DiffOptions {
  /** Whether an open field that only one side sets is a difference (default: false). */
  exact?: boolean;
  /** Whether a field is excluded, for example `layout` if the wanted diagram has none. */
  ignores?: (kind: ElementKind, field: string, before: Element, after: Element) => boolean;
}

/**
 * Changes that turn one model into the other, by kind and then in document order. An absent value equals its default. An
 * open field, such as a layout, is compared only if both sides set it.
 */
export function diffModels(before: Model, after: Model, options: DiffOptions = {}): ElementChange[] {
  const sides = { before: new Implied(before), after: new Implied(after) };
  const changes: ElementChange[] = [];
  for (const kind of ELEMENT_KINDS) {
    for (const element of elementsOf(after, kind)) {
      const change = changeOf(elementOf(before, kind, element.id), element, sides, options);
      if (change) changes.push(change);
    }
    for (const element of elementsOf(before, kind))
      if (!elementOf(after, kind, element.id))
        changes.push({
          kind,
          id: element.id,
          name: nameOf(element),
          change: 'removed',
          fields: [],
          before: element,
        });
  }
  return changes;
}

interface Sides {
  before: Implied;
  after: Implied;
}

function changeOf(
  before: Element | undefined,
  after: Element,
  sides: Sides,
  options: DiffOptions,
): ElementChange | undefined {
  const { kind, id } = after;
  const name = nameOf(after);
  if (!before) return { kind, id, name, change: 'added', fields: [], after };
  const fields = fieldChanges(before, after, sides, options);
  return fields.length === 0 ? undefined : { kind, id, name, change: 'changed', fields, before, after };
}

const FIELDS = new Map(ELEMENT_KINDS.map((kind) => [kind, Object.entries(KINDS[kind].fields)]));

const CLOSED_FIELDS = new Map(ELEMENT_KINDS.map((kind) => [kind, Object.entries(EXACT_FIELDS[kind])]));

function fieldChanges(
  before: Element,
  after: Element,
  sides: Sides,
  { ignores, exact = false }: DiffOptions,
): FieldChange[] {
  const { kind } = after;
  const changes: FieldChange[] = [];
  for (const [field, spec] of (exact ? CLOSED_FIELDS : FIELDS).get(kind) ?? []) {
    const from = sides.before.field(before, field);
    const to = sides.after.field(after, field);
    if (from === to || ignores?.(kind, field, before, after) || isSame(from, to, spec)) continue;
    changes.push({ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  }
  return changes;
}
