import { isObject } from '../../base/is-object.js';
import type { FieldChange } from '../compare/diff.js';
import { isSame } from '../compare/same.js';
import { elementKey, type Model, type ModelKind, type Value } from '../document/element.js';
import { ElementFinder, elementsNamed } from '../document/element-pattern.js';
import type { Fields, Shape, Target } from '../document/field.js';
import { MODEL_KINDS } from '../document/kinds.js';
import type { Deletion } from './deletes.js';
import type { ElementRef, Named, Selection, Step, UnselectedChange } from './plan-types.js';
import { type Missing, missingIn } from './preconditions.js';

/** Limits a plan to the changes of selected elements. */

/** A requested selection: patterns, or the elements of an earlier plan. */
export type SelectionRequest = Pick<Selection, 'only' | 'withDependencies'> &
  Partial<Pick<Selection, 'elements'>>;

/** The elements that the patterns name. Errors: as of `elementsNamed`. */
export function selectedElements(
  { only, elements }: SelectionRequest,
  model: Model,
  current: Model,
): readonly ElementRef[] {
  if (elements) return elements;
  const finder = new ElementFinder(model, current);
  const named = only.flatMap((pattern) => elementsNamed(finder, pattern));
  return [...new Map(named.map(({ kind, id }) => [elementKey({ kind, id }), { kind, id }])).values()];
}

/** All changes, and which of them are selected. */
export interface AllChanges {
  /** Steps that create and update, in order. */
  built: readonly Step[];
  /** Deletions of selected elements, and of all elements. */
  deletions: readonly Deletion[];
  allDeletions: readonly Deletion[];
  isSelected(element: ElementRef): boolean;
  model: Model;
  current: Model;
}

/** Changes that the selection leaves out, and those of them that selected steps need. */
export interface UnselectedChanges {
  leftOut: readonly UnselectedChange[];
  missing: readonly Missing[];
}

export function unselectedChanges({
  built,
  deletions,
  allDeletions,
  isSelected,
  model,
  current,
}: AllChanges): UnselectedChanges {
  const deleted = (list: readonly Deletion[]): Named[] => list.flatMap((it) => [it, ...it.goesAlong]);
  const gone = new Map(deleted(deletions).map((it) => [elementKey(it), it]));
  const leftOut = new Map<string, UnselectedChange>();
  for (const step of built) {
    if (isSelected(step)) continue;
    const key = elementKey(step);
    const known = leftOut.get(key);
    leftOut.set(key, {
      ...named(step),
      // A label or a temporary name is the least of several changes.
      does: known && (step.does === 'adopt' || known.does === 'create') ? known.does : step.does,
      fields: [...(known?.fields ?? []), ...step.fields],
    });
  }
  for (const it of deleted(allDeletions))
    if (!gone.has(elementKey(it))) leftOut.set(elementKey(it), { ...named(it), does: 'delete', fields: [] });
  const missing = missingIn({
    steps: built,
    isKept: isSelected,
    leftOut,
    gone: new Set(gone.keys()),
    model,
    current,
  });
  return { leftOut: [...leftOut.values()].flatMap((it) => afterCascade(it, [...gone.values()])), missing };
}

const named = ({ kind, id, name }: Named): Named => ({ kind, id, name });

/** A change without the fields that a cascade changes anyway: references to deleted elements. None if nothing remains. */
function afterCascade(change: UnselectedChange, gone: readonly Named[]): UnselectedChange[] {
  if (gone.length === 0 || change.fields.length === 0) return [change];
  const ids = new Map<string, Set<string>>();
  for (const { kind, id } of gone) ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  const isGone = (to: Target, id: Value | undefined): boolean =>
    typeof id === 'string' && ids.get(to)?.has(id) === true;
  const fields = change.fields.filter((it) => !isDoneByDeletion(change.kind, it, isGone));
  return fields.length === 0 ? [] : [{ ...change, fields }];
}

type IsGone = (to: Target, id: Value | undefined) => boolean;

function isDoneByDeletion(kind: ModelKind, { field, from, to }: FieldChange, isGone: IsGone): boolean {
  const spec = MODEL_KINDS[kind].fields[field];
  return spec !== undefined && isSame(withoutGone(from, spec.shape, isGone), to, spec);
}

/** A value after its references to deleted elements are removed. */
function withoutGone(value: Value | undefined, shape: Shape, isGone: IsGone): Value | undefined {
  if (shape.is === 'reference') return isGone(shape.to, value) ? undefined : value;
  if (!Array.isArray(value)) return value;
  const items = value as readonly Value[];
  if (shape.is === 'references') return items.filter((id) => !isGone(shape.to, id));
  return shape.is === 'list' ? items.filter((it) => !refersToGone(it, shape.of, isGone)) : value;
}

const refersToGone = (entry: Value, fields: Fields, isGone: IsGone): boolean =>
  isObject(entry) &&
  Object.entries(fields).some(
    ([key, { shape }]) =>
      shape.is === 'reference' && isGone(shape.to, (entry as Record<string, Value | undefined>)[key]),
  );

/** A problem for each change that a selected step needs and that is left out. */
export const missingProblems = (missing: readonly Missing[]): string[] => [
  ...new Set(
    missing.map(({ by, needs }) => {
      const change =
        { create: 'to be created', delete: 'to be deleted' }[needs.does as string] ?? 'to change';
      const what = `${MODEL_KINDS[needs.kind].noun} ${needs.id}`;
      const hint =
        needs.does === 'delete'
          ? 'Select it with `only` and use `prune`.'
          : 'Select it with `only`, or use `withDependencies`.';
      return `${MODEL_KINDS[by.kind].noun} ${by.id} needs the ${what} ${change}, which \`only\` leaves out. ${hint}`;
    }),
  ),
];
