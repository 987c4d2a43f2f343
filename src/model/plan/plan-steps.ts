import type { Change } from '../compare/diff.js';
import { ELEMENT_KINDS, elementKey, type Model } from '../document/element.js';
import type { LiveLandscape } from '../live/landscape.js';
import { planDecisions } from './decisions.js';
import { type Deletion, deletionsOf } from './deletes.js';
import { namesOf } from './names.js';
import type {
  ElementRef,
  KeptElement,
  Named,
  Prune,
  Selection,
  Step,
  UnselectedChange,
} from './plan-types.js';
import { RecordIds } from './record-ids.js';
import type { Compared } from './resolve.js';
import { missingProblems, type SelectionRequest, selectedElements, unselectedChanges } from './selection.js';
import { deleteStep, stepsOf } from './steps.js';

/** Steps of a plan: for all changes, or for selected elements. */

/** Input for the steps of a plan. */
export interface StepsInput {
  wanted: Model;
  live: LiveLandscape;
  prune: Prune;
  compared: Compared;
  changes: readonly Change[];
  /** Hash of the landscape, from which the ids of new records are derived. */
  salt: string;
}

export type IsSelected = (element: ElementRef) => boolean;

export interface PlanSteps {
  ids: RecordIds;
  /** Steps that create and update. */
  built: readonly Step[];
  deletions: readonly Deletion[];
  /** All steps, in order. */
  steps: readonly Step[];
  left: readonly KeptElement[];
  /** Steps of the decisions, which are among the steps, and the number of unchanged ones. */
  decisions: { steps: readonly Step[]; same: number };
  selection?: Selection;
  isSelected?: IsSelected;
  leftOut?: readonly UnselectedChange[];
  /** Problems of a selection: changes that it needs but leaves out. */
  missing?: readonly string[];
}

/** Steps for all changes. With `isSelected`, only selected elements are deleted; the caller leaves out other steps. */
export async function allSteps(from: StepsInput, isSelected?: IsSelected): Promise<PlanSteps> {
  const { live, prune, compared, changes, salt } = from;
  const { model, current, identity, landscapeDomain } = compared;
  const ids = new RecordIds(live, identity.ids, model, salt);
  const names = namesOf(current, model, identity);
  const { deletions, left } = deletionsOf({
    live,
    wanted: model,
    ids,
    prune,
    nameOf: names.current,
    ...(isSelected && { isSelected }),
  });
  const { namespace } = from.wanted;
  const built = await stepsOf({
    model,
    current,
    live,
    ids,
    identity,
    changes,
    deletions,
    names,
    namespace,
    landscapeDomain,
  });
  const early = deletions.filter(
    (it) => !it.isLate && [...it.frees.values()].some((key) => names.newNames.has(key)),
  );
  const late = deletions.filter((it) => !early.includes(it)).reverse();
  const diagramIds = identity.ids.get('diagram') ?? new Map();
  const decisions = planDecisions({ wanted: model, live, ids, diagramIds, prune });
  const lateSteps = inDeleteOrder(late).map(deleteStep);
  const steps = [...early.map(deleteStep), ...built, ...decisions.steps, ...lateSteps];
  return { ids, built, deletions, steps, left: [...left, ...decisions.left], decisions };
}

/** Steps of the selected elements; with dependencies, also of those that the steps need. */
export async function selectedSteps(from: StepsInput, only: SelectionRequest): Promise<PlanSteps> {
  const { live, prune, compared, salt } = from;
  const { model, current, identity } = compared;
  const elements = selectedElements(only, model, current);
  const selected = new Set(elements.map(elementKey));
  const isSelected: IsSelected = (it) => selected.has(elementKey(it));
  const ids = new RecordIds(live, identity.ids, model, salt);
  const names = namesOf(current, model, identity);
  const { deletions: allDeletions } = deletionsOf({ live, wanted: model, ids, prune, nameOf: names.current });
  const dependencies: Named[] = [];
  for (;;) {
    const all = await allSteps(from, isSelected);
    const { leftOut, missing } = unselectedChanges({ ...all, allDeletions, isSelected, model, current });
    const added = only.withDependencies
      ? missing.flatMap(({ needs }) => (needs.does === 'delete' || isSelected(needs) ? [] : [needs]))
      : [];
    if (added.length === 0)
      return {
        ...all,
        isSelected,
        leftOut: [
          ...leftOut,
          ...all.decisions.steps.map(({ does, kind, id, name, fields }) => ({
            does,
            kind,
            id,
            name,
            fields,
          })),
        ],
        missing: missingProblems(missing),
        selection: { only: only.only, elements, withDependencies: only.withDependencies, dependencies },
      };
    for (const { kind, id, name } of added) {
      if (!isSelected({ kind, id })) dependencies.push({ kind, id, name });
      selected.add(elementKey({ kind, id }));
    }
  }
}

/** Sorts dependents before the records that they depend on. */
const inDeleteOrder = <Item extends Deletion>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => ELEMENT_KINDS.indexOf(b.kind) - ELEMENT_KINDS.indexOf(a.kind));
