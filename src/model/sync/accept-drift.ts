import { checkOptions, OBJECT, type OptionTypes } from '../../base/check-options.js';
import { usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import { requireArguments } from '../../base/require-arguments.js';
import { type ReadClient, readOnly } from '../../client/read-only.js';
import { adoptionKey } from '../document/adopted.js';
import {
  type Decision,
  ELEMENT_KINDS,
  type Element,
  type Entry,
  elementKey,
  elementOf,
  elementsOf,
  type Model,
  modelOf,
  type Value,
} from '../document/element.js';
import { ElementFinder, elementsNamed } from '../document/element-pattern.js';
import { rewriteModel } from '../document/format/rewrite.js';
import { MODEL_KINDS } from '../document/kinds.js';
import { type ReadFiles, readModel, type SourceFile } from '../document/read.js';
import { readEdited } from '../edit/finish-edit.js';
import { withoutLeftovers } from '../edit/leftovers.js';
import { withDependents, withoutElements } from '../edit/remove.js';
import { decisionsOf } from '../live/decisions.js';
import { adoptable } from '../live/labels.js';
import type { LiveLandscape } from '../live/landscape.js';
import type { VersionPath } from '../live/read-landscape.js';
import { refuseProblems } from '../plan/check-plan.js';
import type { DriftItem, DriftReport } from '../plan/drift.js';
import type { Compared } from '../plan/resolve.js';
import {
  compareForDrift,
  DRIFT_OPTIONS,
  type DriftAim,
  type DriftComparison,
  readForDrift,
} from './drift-model.js';
import { refuseUnplannable } from './plan-model.js';

/** Accepts differences of a landscape: writes them to a document. */

/** Options of `acceptDrift`. */
export interface AcceptDriftOptions extends DriftAim {
  /** Result of `readModel` for these files, with the states of the lock file if there is one. */
  read?: ReadFiles;
}

const OPTIONS: OptionTypes<AcceptDriftOptions> = { ...DRIFT_OPTIONS, read: OBJECT };

/**
 * Reads a landscape, and writes its differences of the named elements to the files of a document. Comments and layout of
 * everything else are kept. Returns the files without saving them.
 * @param names Ids, names or paths; `NAME/**` for everything in an element.
 * @returns all files that remain.
 * @throws ArchctlError as of `driftModel`; `not-found` for an unknown element; `usage` for an ambiguous name, an element
 * without drift, a reference, and a deletion of an element that others in the landscape depend on; client errors.
 */
export async function acceptDrift(
  client: ReadClient,
  path: VersionPath,
  files: readonly SourceFile[],
  names: readonly string[],
  options: AcceptDriftOptions = {},
): Promise<SourceFile[]> {
  requireArguments('acceptDrift', { client, path, files, names });
  const { read: known, ...aim } = checkOptions('acceptDrift', options, OPTIONS);
  if (known !== undefined) requireArguments('acceptDrift', { read: known });
  const read = known ?? readModel(files);
  refuseUnplannable(read);
  const reader = readOnly(client, { signal: aim.signal });
  const found = await compareForDrift(await readForDrift(reader, path, read.model), read.model, aim);
  refuseProblems(found.report.problems);
  return (await acceptedFiles(files, read, found, names, aim)).files;
}

/** Like `acceptDrift`, for a landscape that has been read. Also returns the accepted differences. */
export async function acceptedFiles(
  files: readonly SourceFile[],
  read: ReadFiles,
  { report, live, comparison }: DriftComparison,
  names: readonly string[],
  aim: DriftAim,
): Promise<{ files: SourceFile[]; items: readonly DriftItem[] }> {
  const { model, items } = withAcceptedDrift(read.model, live, comparison, report, names);
  const after = withoutLeftovers(rewriteModel(files, model, { read }), read.model, model);
  const again = readEdited({ files, read }, after, 'Accept the changes of these elements as well.');
  refuseRemaining(items, (await compareForDrift(live, again.model, aim)).report);
  return { files: after, items };
}

interface Accepted {
  model: Model;
  items: readonly DriftItem[];
}

/**
 * The document with the differences of the named elements. Errors: as of `elementsNamed`; `usage` for elements without
 * drift, for references, and for a deletion that leaves elements behind that still exist in the landscape.
 */
function withAcceptedDrift(
  document: Model,
  live: LiveLandscape,
  comparison: Compared,
  { drift }: Pick<DriftReport, 'drift'>,
  names: readonly string[],
): Accepted {
  const items = namedItems(names, comparison, drift);
  const elements = new Map(
    ELEMENT_KINDS.flatMap((kind) => elementsOf(document, kind)).map((it) => [elementKey(it), it]),
  );
  for (const item of items) {
    const current = item.kind === 'decision' ? undefined : elementOf(comparison.current, item.kind, item.id);
    if (!current || item.state === 'gone') continue;
    const known = elements.get(elementKey(item));
    elements.set(
      elementKey(item),
      known ? { ...known, fields: withDifferences(known, current, item) } : current,
    );
  }
  const changed = modelOf([...elements.values()], document);
  // Computed after the changes: an element that now refers to another one no longer depends on the deleted one.
  const gone = deletedElements(changed, items, drift);
  const made = new Set(
    items.flatMap(({ state, kind, id }) =>
      state === 'new' && kind !== 'decision' ? (elementOf(comparison.current, kind, id)?.recordId ?? []) : [],
    ),
  );
  const own = {
    ...live,
    records: new Map([...live.records].map(([kind, docs]) => [kind, docs.filter(({ id }) => made.has(id))])),
  };
  const decisions = document.decisions && acceptedDecisions(document, live, comparison, items);
  const model = {
    ...withLiveSteps(changed, withoutElements(changed, gone), comparison.current),
    adopted: new Set([...document.adopted, ...adoptable(own), ...newDecisionKeys(items, decisions)]),
    ...(decisions && { decisions }),
  };
  return { model, items };
}

/**
 * The model after a removal, with the steps of the landscape in each flow that the removal changes: the service keeps a
 * step whose end is deleted.
 */
function withLiveSteps(before: Model, after: Model, current: Model): Model {
  const flows = elementsOf(after, 'flow').map((flow): Element => {
    const { steps } = elementOf(current, 'flow', flow.id)?.fields ?? {};
    if (steps === undefined || elementOf(before, 'flow', flow.id)?.fields.steps === flow.fields.steps)
      return flow;
    return { ...flow, fields: { ...flow.fields, steps } };
  });
  return {
    ...after,
    elements: new Map([...after.elements, ['flow', new Map(flows.map((it) => [it.id, it]))]]),
  };
}

/** Errors: `usage` if a difference of the items is left after their acceptance. */
function refuseRemaining(items: readonly DriftItem[], { drift }: Pick<DriftReport, 'drift'>): void {
  const left = new Set(drift.map(elementKey));
  const still = items.filter((it) => left.has(elementKey(it)));
  if (still.length > 0)
    throw usageError(
      `The files cannot express the differences of ${nounsAndIds(still)}; nothing was written.`,
      {
        hint: 'Pull the landscape into a new folder with `pullModel`.',
      },
    );
}

const nounsAndIds = (items: readonly Pick<DriftItem, 'kind' | 'id'>[]): string =>
  items.map(({ kind, id }) => `${MODEL_KINDS[kind].noun} ${id}`).join(', ');

function namedItems(
  names: readonly string[],
  { model, current }: Compared,
  drift: DriftReport['drift'],
): DriftItem[] {
  const finder = new ElementFinder(model, current);
  const byKey = new Map(drift.map((it) => [elementKey(it), it]));
  const found = names.flatMap((name) => {
    const decision = drift.find(
      (it) => it.kind === 'decision' && (name === it.id || name === `decision:${it.id}`),
    );
    if (decision) return [decision];
    const items = elementsNamed(finder, name).flatMap((it) => byKey.get(elementKey(it)) ?? []);
    if (items.length === 0)
      throw usageError(`"${name}" has no drift to accept.`, {
        hint: 'List the drift with `driftModel`.',
      });
    return items;
  });
  const reference = found.find((it) => it.reference);
  if (reference)
    throw usageError(`${reference.id} is a reference to an element of another owner.`, {
      hint: 'Update the lock file with `lockModel`.',
    });
  return [...new Set(found)];
}

/** Elements of the accepted deletions, with their dependents. Errors: `usage` for one that still exists in the landscape. */
function deletedElements(
  document: Model,
  items: readonly DriftItem[],
  drift: DriftReport['drift'],
): Element[] {
  const isGone = ({ state, kind }: DriftItem): boolean => state === 'gone' && kind !== 'decision';
  const named = items.filter(isGone) as (DriftItem & Pick<Element, 'kind'>)[];
  const gone = withDependents(document, named);
  const allGone = new Set(drift.filter(isGone).map(elementKey));
  const left = gone.filter((it) => !allGone.has(elementKey(it)));
  if (left.length > 0)
    throw usageError(
      left.length === 1
        ? `${nounsAndIds(left)} depends on a deleted element, but still exists in the landscape.`
        : `${nounsAndIds(left)} depend on deleted elements, but still exist in the landscape.`,
      { hint: 'Accept the changes of these elements as well, at the same time.' },
    );
  return gone;
}

/** Fields of an element, with the values of the landscape for those that differ. */
function withDifferences(known: Element, current: Element, { fields }: DriftItem): Record<string, Value> {
  const taken: Record<string, Value> = { ...known.fields };
  for (const { field } of fields) {
    const value = current.fields[field];
    if (value === undefined) delete taken[field];
    else taken[field] = value;
  }
  return known.kind === 'diagram' ? withPositionsOf(current, taken) : taken;
}

/** The fields of a diagram with the positions in the landscape; positions that the document has keep their values. */
function withPositionsOf(current: Element, taken: Record<string, Value>): Record<string, Value> {
  const [layout, other] = [taken.layout, current.fields.layout];
  if (!isObject(layout) || !isObject(other)) return taken;
  const maps = Object.entries(other as Entry).map(([key, positions]): [string, Value] => {
    const all = Object.entries({ ...(positions as Entry), ...((layout as Entry)[key] as Entry) });
    const own = all.filter(([id]) => Object.hasOwn(positions as Entry, id));
    return [key, Object.fromEntries(own) as Value];
  });
  return { ...taken, layout: Object.fromEntries(maps) };
}

function acceptedDecisions(
  document: Model,
  live: LiveLandscape,
  { identity }: Compared,
  items: readonly DriftItem[],
): Decision[] {
  const own = items.filter(({ kind }) => kind === 'decision');
  const states = new Map(own.map(({ id, state }) => [id, state]));
  const known = document.decisions ?? [];
  if (own.length === 0) return [...known];
  const ids = identity.ids.get('diagram') ?? new Map();
  const current = new Map(
    decisionsOf(live.decisions ?? [], live.landscape.id, ids, document).map((it) => [it.id, it]),
  );
  const kept = known
    .filter(({ id }) => states.get(id) !== 'gone')
    .map((it) => (states.has(it.id) ? (current.get(it.id) ?? it) : it));
  return [...kept, ...[...current.values()].filter(({ id }) => states.get(id) === 'new')];
}

const newDecisionKeys = (items: readonly DriftItem[], decisions: readonly Decision[] = []): string[] =>
  items.flatMap(({ kind, id, state }) => {
    const handle = decisions.find((it) => it.id === id)?.handleId;
    return kind === 'decision' && state === 'new' && handle !== undefined
      ? (adoptionKey('decision', handle) ?? [])
      : [];
  });
