import { createHash } from 'node:crypto';
import { canonicalPieces } from '../../base/json/canonical-json.js';
import type { Doc } from '../../contract/doc.js';
import { diffModels, type ElementChange } from '../compare/diff.js';
import { identify } from '../compare/identity.js';
import { adoptedText } from '../document/adopted.js';
import {
  type Decision,
  ELEMENT_KINDS,
  type Element,
  elementKey,
  elementOf,
  elementsOf,
  type Model,
} from '../document/element.js';
import { KINDS } from '../document/kinds.js';
import { isBoundElsewhere } from '../document/landscape-binding.js';
import { SECTION_KEYS, sectionOf, sectionText } from '../document/references.js';
import type { LiveLandscape } from '../live/landscape.js';
import { costOf } from './cost.js';
import { deletionsOfSteps } from './deletion-limit.js';
import { intoDraft } from './into-draft.js';
import { namesakeWarnings } from './namesake-warnings.js';
import { refusedTouches, touchesOf, touchProblems } from './owners.js';
import { allSteps, type IsSelected, selectedSteps } from './plan-steps.js';
import type { KeptElement, Named, Plan, Prune, Step } from './plan-types.js';
import type { RecordIds } from './record-ids.js';
import { referenceChanges, referenceProblems } from './reference-changes.js';
import { type Compared, compareWithLandscape } from './resolve.js';
import type { SelectionRequest } from './selection.js';
import { suggestMoves } from './suggest-moves.js';

export interface PlanOptions {
  prune: Prune;
  /** Whether elements of other namespaces may be changed. */
  forceOwner?: boolean;
  /** The part of the changes to plan (default: all). */
  only?: SelectionRequest;
}

/**
 * Plans the ordered changes that make a landscape match a document; used by plan, apply and drift. Deterministic: the
 * same document and landscape give the same bytes. A plan with problems has no steps. Errors: as of `elementsNamed`, for
 * the selection.
 */
export async function planChanges(
  wanted: Model,
  live: LiveLandscape,
  { prune, forceOwner = false, only }: PlanOptions,
  compared: Compared = compareWithLandscape(wanted, live),
): Promise<Plan> {
  const { own, model, current, landscapeDomain } = compared;
  const references = referenceChanges(own, live, current);
  const changes = diffModels(current, model);
  const hashes = { live: hashOf(live), wanted: hashOf(own) };
  const input = { wanted, live, prune, compared, changes, salt: hashes.live };
  const all = only ? await selectedSteps(input, only) : await allSteps(input);
  const { built, left, ids, decisions, selection, isSelected = () => true } = all;
  const planned = all.steps.filter(isSelected);
  const recordOf = ({ kind, id }: Named): Doc | undefined =>
    kind === 'decision' ? undefined : ids.record(kind, id);
  const touches = touchesOf(planned, wanted, recordOf);
  const refused = forceOwner ? [] : refusedTouches(touches);
  const problems = [
    ...referenceProblems(own, live, references),
    ...fixedFieldProblems(changes.filter(isSelected)),
    ...selectedProblems(ids, model, isSelected),
    ...(all.missing ?? []),
    ...touchProblems(refused),
  ];
  const steps = problems.length > 0 ? [] : planned;
  const deletions = deletionsOfSteps(steps, live, wanted, recordOf);
  // A plan without steps sets no labels.
  const isTouched = ({ does, kind, id }: Step): boolean =>
    (steps.length > 0 || does !== 'adopt') && kind !== 'decision' && elementOf(own, kind, id) !== undefined;
  const touched = new Set(built.filter(isTouched).map(elementKey));
  const warnings = namesakeWarnings({ steps, leftOut: all.leftOut ?? [], model, current });
  const total = [...own.elements.values()].reduce((sum, { size }) => sum + size, 0);
  const plan: Plan = {
    landscape: { id: live.landscape.id, name: live.landscape.name },
    version: live.version,
    ...(selection && { selection, leftOut: all.leftOut ?? [] }),
    ...(wanted.namespace !== undefined && { namespace: wanted.namespace }),
    prune,
    ...hashes,
    steps,
    same: total - touched.size - (landscapeDomain === undefined ? 0 : 1) + decisions.same,
    left,
    moves: suggestedMoves(changes, left, live, ids),
    problems,
    ...(warnings.length > 0 && { warnings }),
    ...(references.length > 0 && { references }),
    ...(touches.length > 0 && { touches }),
    ...(forceOwner && { forceOwner }),
    ...(isBoundElsewhere(wanted, live.landscape) && { otherLandscape: true as const }),
    ...(deletions && { deletions }),
    cost: costOf(steps),
  };
  return live.draft ? intoDraft(plan, live.draft, live) : plan;
}

/** Problems of selected elements. */
function selectedProblems({ problems }: RecordIds, model: Model, isSelected: IsSelected): string[] {
  if (problems.size === 0) return [];
  const own = new Set(
    ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind).filter(isSelected)).map(
      ({ kind, id }) => `${KINDS[kind].noun} ${id}`,
    ),
  );
  return [...problems].flatMap(([text, by]) => (own.has(by) ? [text] : []));
}

/** Number of characters that are hashed at once. */
const PIECE = 64_000;

/** SHA-256 of a landscape or a document, independent of the order of keys. */
function hashOf(of: LiveLandscape | Model): string {
  const state = 'records' in of ? stateOfLandscape(of) : stateOfModel(of);
  const hash = createHash('sha256');
  let piece = '';
  for (const part of canonicalPieces(state, 4)) {
    piece += part;
    if (piece.length < PIECE) continue;
    hash.update(piece);
    piece = '';
  }
  return hash.update(piece).digest('hex');
}

type Commit = Pick<Doc, 'id'> & { commit?: unknown };

/** Ids and commits of records, sorted by id. */
function* statesOf(docs: Iterable<Commit>): Generator<readonly unknown[]> {
  const sorted = [...docs].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  for (const { id, commit } of sorted) yield [id, commit];
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
  records: [...records].map(([kind, docs]) => [kind, statesOf(docs)]),
  contents: statesOf([...contents].map(([id, { commit }]) => ({ id, commit }))),
  ...(draft && { draft }),
  ...(decisions && { decisions: statesOf(decisions) }),
});

const stateOfModel = (model: Model) => ({
  namespace: model.namespace,
  moved: model.moved.map(({ from, to }) => [from, to]),
  ...(model.adopted.size > 0 && { adopted: adoptedText(model.adopted) }),
  ...Object.fromEntries(
    SECTION_KEYS.flatMap((key) => (sectionOf(model, key).length > 0 ? [[key, sectionText(model, key)]] : [])),
  ),
  elements: ELEMENT_KINDS.map((kind) => fieldsIn(elementsOf(model, kind))),
  ...(model.decisions && { decisions: fieldsIn(model.decisions) }),
});

function* fieldsIn(elements: readonly (Element | Decision)[]): Generator<readonly unknown[]> {
  for (const { id, fields } of elements) yield [id, fields];
}

/** Fields of a record that can never change. */
const FIXED_FIELDS: Readonly<Partial<Record<Element['kind'], readonly string[]>>> = {
  diagram: ['type'],
  flow: ['diagram'],
};

function fixedFieldProblems(changes: readonly ElementChange[]): string[] {
  return changes.flatMap(({ kind, id, fields }) =>
    fields
      .filter(({ field }) => FIXED_FIELDS[kind]?.includes(field))
      .map(
        ({ field, from, to }) =>
          `${kind} ${id}: its ${field} cannot change from ${String(from)} to ${String(to)}. Use a new id: the element is created again, and \`prune\` deletes the old one.`,
      ),
  );
}

function suggestedMoves(
  changes: readonly ElementChange[],
  left: readonly KeptElement[],
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
  return suggestMoves(gone, made, ({ kind, id }) => alone.get(kind)?.get(ids.known(kind, id) ?? ''));
}
