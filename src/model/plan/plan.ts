import { createHash } from 'node:crypto';
import { ordered } from '../../contract/rules/diagrams/content.js';
import { diffModels, type ElementChange } from '../compare/diff.js';
import { identify } from '../compare/identity.js';
import { adoptedText } from '../document/adopted.js';
import { ELEMENT_KINDS, type Element, elementsOf, type Model } from '../document/element.js';
import type { LiveLandscape } from '../live/landscape.js';
import { modelOfLandscape } from '../live/model-of-landscape.js';
import { costOf } from './cost.js';
import { planDecisions } from './decisions.js';
import { deletionsOf } from './deletes.js';
import { intoDraft } from './into-draft.js';
import { lookAlikes } from './look-alikes.js';
import { namesOf } from './names.js';
import type { Left, Plan, Prune } from './plan-types.js';
import { RecordIds } from './record-ids.js';
import { resolveAgainst } from './resolve.js';
import { deleteStep, stepsOf } from './steps.js';

export interface PlanOptions {
  prune: Prune;
}

/**
 * Plans the ordered changes that make a landscape match a document; used by plan, apply and drift. Deterministic: the
 * same document and landscape give the same bytes. A plan with problems has no steps.
 */
export async function planChanges(wanted: Model, live: LiveLandscape, { prune }: PlanOptions): Promise<Plan> {
  const { namespace } = wanted;
  const { model, borrowed } = resolveAgainst(wanted, live);
  const identity = identify(live, model);
  const now = modelOfLandscape(live, identity.ids, namespace, model);
  const changes = diffModels(now, model);
  const hashes = { live: hashOf(live), wanted: hashOf(model) };
  const ids = new RecordIds(live, identity.ids, model, hashes.live);
  const names = namesOf(live, now, model, identity);
  const { deletions, left } = deletionsOf({ live, wanted: model, ids, prune, nameOf: names.now });
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
  const problems = [...changesNobodyCanMake(changes), ...ids.problems];
  const steps =
    problems.length > 0
      ? []
      : [...early.map(deleteStep), ...built, ...decisions.steps, ...inDeleteOrder(late).map(deleteStep)];
  const touched = new Set(built.map(({ kind, id }) => `${kind} ${id}`));
  const plan: Plan = {
    landscape: { id: live.landscape.id, name: live.landscape.name },
    version: live.version,
    ...(namespace !== undefined && { namespace }),
    prune,
    ...hashes,
    steps,
    same:
      ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind)).filter(
        ({ kind, id }) => !touched.has(`${kind} ${id}`) && !(kind === 'domain' && id === borrowed),
      ).length + decisions.same,
    left: [...left, ...decisions.left],
    moves: movesOf(changes, left, live, ids),
    problems,
    cost: costOf(steps),
  };
  return live.draft ? intoDraft(plan, live.draft, live) : plan;
}

/** Sorts dependents before the records that they depend on. */
const inDeleteOrder = <Item extends { kind: Element['kind'] }>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => ELEMENT_KINDS.indexOf(b.kind) - ELEMENT_KINDS.indexOf(a.kind));

/** SHA-256 of a landscape or a document, independent of the order of keys. */
function hashOf(of: LiveLandscape | Model): string {
  const state = 'records' in of ? stateOfLandscape(of) : stateOfModel(of);
  return createHash('sha256').update(ordered(state)).digest('hex');
}

const stateOfLandscape = ({
  landscape,
  version,
  records,
  contents,
  roots,
  draft,
  decisions,
}: LiveLandscape) => ({
  landscape: landscape.id,
  version,
  roots: [...roots].sort(),
  records: [...records].map(([kind, docs]) => [kind, docs.map(({ id, commit }) => [id, commit]).sort()]),
  contents: [...contents].map(([id, { commit }]) => [id, commit]).sort(),
  ...(draft && { draft }),
  ...(decisions && { decisions: decisions.map(({ id, commit }) => [id, commit]).sort() }),
});

const stateOfModel = (model: Model) => ({
  namespace: model.namespace,
  moved: model.moved.map(({ from, to }) => [from, to]),
  ...(model.adopted.size > 0 && { adopted: adoptedText(model.adopted) }),
  elements: ELEMENT_KINDS.map((kind) => elementsOf(model, kind).map(({ id, fields }) => [id, fields])),
  ...(model.decisions && { decisions: model.decisions.map(({ id, fields }) => [id, fields]) }),
});

/** Fields of a record that can never change. */
const FIXED: Readonly<Partial<Record<Element['kind'], readonly string[]>>> = {
  diagram: ['type'],
  flow: ['diagram'],
};

function changesNobodyCanMake(changes: readonly ElementChange[]): string[] {
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
  changes: readonly ElementChange[],
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
