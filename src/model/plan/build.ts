import type { Change } from '../compare/diff.js';
import { ELEMENT_KINDS, type Model } from '../document/element.js';
import { elementKey } from '../document/element-pattern.js';
import type { LiveLandscape } from '../live/landscape.js';
import { planDecisions } from './decisions.js';
import { type Deletion, deletionsOf } from './deletes.js';
import { namesOf } from './names.js';
import { missingInWords, type Only, restOf, selectedBy } from './part.js';
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
import { deleteStep, stepsOf } from './steps.js';

/** Steps of a plan: all of them, or those of a selection. */

/** Input of the steps of a plan. */
export interface BuildFrom {
  wanted: Model;
  live: LiveLandscape;
  prune: Prune;
  both: Compared;
  changes: readonly Change[];
  /** Hash from which the ids of new records are derived. */
  salt: string;
}

export type IsSelected = (element: ElementRef) => boolean;

export interface Built {
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
  /** Problems of the selection. */
  missing?: readonly string[];
}

/** All steps. With `isSelected`, only selected elements are deleted. */
export async function build(from: BuildFrom, isSelected?: IsSelected): Promise<Built> {
  const { live, prune, both, changes, salt } = from;
  const { model, now, identity, borrowed } = both;
  const ids = new RecordIds(live, identity.ids, model, salt);
  const names = namesOf(now, model, identity);
  const { deletions, left } = deletionsOf({
    live,
    wanted: model,
    ids,
    prune,
    nameOf: names.now,
    ...(isSelected && { isSelected }),
  });
  const { namespace } = from.wanted;
  const built = await stepsOf({
    model,
    now,
    live,
    ids,
    identity,
    changes,
    deletions,
    names,
    namespace,
    borrowed,
  });
  const early = deletions.filter(
    (it) => !it.isLate && [...it.frees.values()].some((key) => names.taken.has(key)),
  );
  const late = deletions.filter((it) => !early.includes(it)).reverse();
  const diagramIds = identity.ids.get('diagram') ?? new Map();
  const decisions = planDecisions({ wanted: model, live, ids, diagramIds, prune });
  const lateSteps = inDeleteOrder(late).map(deleteStep);
  const steps = [...early.map(deleteStep), ...built, ...decisions.steps, ...lateSteps];
  return { ids, built, deletions, steps, left: [...left, ...decisions.left], decisions };
}

/** Steps of the selected elements; with dependencies, also of those that the steps need. */
export async function partOf(from: BuildFrom, only: Only): Promise<Built> {
  const { live, prune, both, salt } = from;
  const { model, now, identity } = both;
  const elements = selectedBy(only, model, now);
  const selected = new Set(elements.map(elementKey));
  const isSelected: IsSelected = (it) => selected.has(elementKey(it));
  const ids = new RecordIds(live, identity.ids, model, salt);
  const names = namesOf(now, model, identity);
  const { deletions: allDeletions } = deletionsOf({ live, wanted: model, ids, prune, nameOf: names.now });
  const dependencies: Named[] = [];
  for (;;) {
    const all = await build(from, isSelected);
    const { leftOut, missing } = restOf({ ...all, allDeletions, isSelected, model, now });
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
        missing: missingInWords(missing),
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
