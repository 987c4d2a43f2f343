import { createHash } from 'node:crypto';
import { ordered } from '../../contract/rules/diagrams/content.js';
import { type Change, diffModels } from '../compare/diff.js';
import { type Identity, identify } from '../compare/identity.js';
import { adoptedText } from '../document/adopted.js';
import { ELEMENT_KINDS, type Element, elementsOf, type Model } from '../document/element.js';
import { elementKey } from '../document/element-pattern.js';
import { KINDS } from '../document/kinds.js';
import type { LiveLandscape } from '../live/landscape.js';
import { modelOfLandscape } from '../live/model-of-landscape.js';
import { costOf } from './cost.js';
import { type Deletion, deletionsOf } from './deletes.js';
import { intoDraft } from './into-draft.js';
import { lookAlikes } from './look-alikes.js';
import { namesOf } from './names.js';
import { missingInWords, type Only, restOf, selectedBy } from './part.js';
import type { ElementRef, Left, LeftOut, Named, Plan, Prune, Selection, Step } from './plan-types.js';
import { RecordIds } from './record-ids.js';
import { type Resolved, resolveAgainst } from './resolve.js';
import { deleteStep, stepsOf } from './steps.js';

export interface PlanOptions {
  prune: Prune;
  /** The part of the changes to plan (default: all). */
  only?: Only;
}

/** A document and its landscape as models with the same ids. */
export interface Compared extends Resolved {
  now: Model;
  identity: Identity;
}

export function compared(wanted: Model, live: LiveLandscape): Compared {
  const resolved = resolveAgainst(wanted, live);
  const identity = identify(live, resolved.model);
  return {
    ...resolved,
    identity,
    now: modelOfLandscape(live, identity.ids, wanted.namespace, resolved.model),
  };
}

/**
 * Plans the ordered changes that make a landscape match a document; used by plan, apply and drift. Deterministic: the
 * same document and landscape give the same bytes. A plan with problems has no steps. Errors: as of `elementsNamed`, for
 * the selection.
 */
export async function planChanges(
  wanted: Model,
  live: LiveLandscape,
  { prune, only }: PlanOptions,
  both: Compared = compared(wanted, live),
): Promise<Plan> {
  const { model, now, borrowed } = both;
  const changes = diffModels(now, model);
  const hashes = { live: hashOf(live), wanted: hashOf(model) };
  const draft = { wanted, live, prune, both, changes, salt: hashes.live };
  const all = only ? await partOf(draft, only) : await build(draft);
  const { built, left, ids, selection, isSelected = () => true } = all;
  const problems = [
    ...changesNobodyCanMake(changes.filter(isSelected)),
    ...ownProblems(ids, model, isSelected),
    ...(all.missing ?? []),
  ];
  const steps = problems.length > 0 ? [] : all.steps.filter(isSelected);
  const touched = new Set(built.map(elementKey));
  const plan: Plan = {
    landscape: { id: live.landscape.id, name: live.landscape.name },
    version: live.version,
    ...(selection && { selection, leftOut: all.leftOut ?? [] }),
    ...(wanted.namespace !== undefined && { namespace: wanted.namespace }),
    prune,
    ...hashes,
    steps,
    same: ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind)).filter(
      (it) => !touched.has(elementKey(it)) && !(it.kind === 'domain' && it.id === borrowed),
    ).length,
    left,
    moves: movesOf(changes, left, live, ids),
    problems,
    cost: costOf(steps),
  };
  return live.draft ? intoDraft(plan, live.draft, live) : plan;
}

interface BuildFrom {
  wanted: Model;
  live: LiveLandscape;
  prune: Prune;
  both: Compared;
  changes: readonly Change[];
  /** Hash from which the ids of new records are derived. */
  salt: string;
}

type IsSelected = (element: ElementRef) => boolean;

interface Built {
  ids: RecordIds;
  /** Steps that create and update. */
  built: readonly Step[];
  deletions: readonly Deletion[];
  /** All steps, in order. */
  steps: readonly Step[];
  left: readonly Left[];
  selection?: Selection;
  isSelected?: IsSelected;
  leftOut?: readonly LeftOut[];
  /** Problems of the selection. */
  missing?: readonly string[];
}

/** All steps. With `isSelected`, only selected elements are deleted. */
async function build(from: BuildFrom, isSelected?: IsSelected): Promise<Built> {
  const { live, prune, both, changes, salt } = from;
  const { model, now, identity, borrowed } = both;
  const ids = new RecordIds(live, identity.ids, model, salt);
  const names = namesOf(live, now, model, identity);
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
  const steps = [...early.map(deleteStep), ...built, ...inDeleteOrder(late).map(deleteStep)];
  return { ids, built, deletions, steps, left };
}

/** Steps of the selected elements; with dependencies, also of those that the steps need. */
async function partOf(from: BuildFrom, only: Only): Promise<Built> {
  const { live, prune, both, salt } = from;
  const { model, now, identity } = both;
  const elements = selectedBy(only, model, now);
  const selected = new Set(elements.map(elementKey));
  const isSelected: IsSelected = (it) => selected.has(elementKey(it));
  const ids = new RecordIds(live, identity.ids, model, salt);
  const names = namesOf(live, now, model, identity);
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
        leftOut,
        missing: missingInWords(missing),
        selection: { only: only.only, elements, withDependencies: only.withDependencies, dependencies },
      };
    for (const { kind, id, name } of added) {
      if (!isSelected({ kind, id })) dependencies.push({ kind, id, name });
      selected.add(elementKey({ kind, id }));
    }
  }
}

/** Problems of selected elements. */
function ownProblems({ problems }: RecordIds, model: Model, isSelected: IsSelected): string[] {
  if (problems.size === 0) return [];
  const own = new Set(
    ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind).filter(isSelected)).map(
      ({ kind, id }) => `${KINDS[kind].noun} ${id}`,
    ),
  );
  return [...problems].flatMap(([text, by]) => (own.has(by) ? [text] : []));
}

/** Sorts dependents before the records that they depend on. */
const inDeleteOrder = <Item extends { kind: Element['kind'] }>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => ELEMENT_KINDS.indexOf(b.kind) - ELEMENT_KINDS.indexOf(a.kind));

/** SHA-256 of a landscape or a document, independent of the order of keys. */
function hashOf(of: LiveLandscape | Model): string {
  const state = 'records' in of ? stateOfLandscape(of) : stateOfModel(of);
  return createHash('sha256').update(ordered(state)).digest('hex');
}

const stateOfLandscape = ({ landscape, version, records, contents, roots, draft }: LiveLandscape) => ({
  landscape: landscape.id,
  version,
  roots: [...roots].sort(),
  records: [...records].map(([kind, docs]) => [kind, docs.map(({ id, commit }) => [id, commit]).sort()]),
  contents: [...contents].map(([id, { commit }]) => [id, commit]).sort(),
  ...(draft && { draft }),
});

const stateOfModel = (model: Model) => ({
  namespace: model.namespace,
  moved: model.moved.map(({ from, to }) => [from, to]),
  ...(model.adopted.size > 0 && { adopted: adoptedText(model.adopted) }),
  elements: ELEMENT_KINDS.map((kind) => elementsOf(model, kind).map(({ id, fields }) => [id, fields])),
});

/** Fields of a record that can never change. */
const FIXED: Readonly<Partial<Record<Element['kind'], readonly string[]>>> = {
  diagram: ['type'],
  flow: ['diagram'],
};

function changesNobodyCanMake(changes: readonly Change[]): string[] {
  return changes.flatMap(({ kind, id, fields }) =>
    fields
      .filter(({ field }) => FIXED[kind]?.includes(field))
      .map(
        ({ field, from, to }) =>
          `${kind} ${id}: its ${field} cannot change from ${String(from)} to ${String(to)}. Use a new id: the element is created again, and --prune deletes the old one.`,
      ),
  );
}

function movesOf(
  changes: readonly Change[],
  left: readonly Left[],
  live: LiveLandscape,
  ids: RecordIds,
): Plan['moves'] {
  // Elements of another namespace must not be moved.
  const others = new Set(
    left.filter(({ owner }) => owner === 'other').map(({ kind, id }) => `${kind} ${id}`),
  );
  const gone = changes.flatMap(({ change, before }) =>
    change === 'removed' && before && !others.has(`${before.kind} ${before.id}`) ? [before] : [],
  );
  const made = changes.flatMap(({ change, after }) => (change === 'added' && after ? [after] : []));
  if (gone.length === 0 || made.length === 0) return [];
  // The ids that a pull without a document would assign.
  const alone = identify(live).ids;
  return lookAlikes(gone, made, ({ kind, id }) => alone.get(kind)?.get(ids.known(kind, id) ?? ''));
}
