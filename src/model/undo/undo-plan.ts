import type { Doc, Fields } from '../../contract/doc.js';
import { elementKindOf } from '../../contract/fields/facts.js';
import { type Kind, recordOf } from '../../contract/records.js';
import { recordKey } from '../../contract/rules/cascade.js';
import { linksOf } from '../../contract/rules/links.js';
import {
  changeOf,
  type RecordChange,
  restorableFamily,
  sameValue,
  withoutComputed,
} from '../../contract/rules/undo/record-change.js';
import type { Snapshot } from '../../contract/rules/undo/snapshot.js';
import { restoredValue } from '../../contract/rules/undo/three-way.js';
import type { ModelKind } from '../document/element.js';
import { costOf } from '../plan/cost.js';
import type { Plan, Step } from '../plan/plan-types.js';
import { createBody } from './undo-bodies.js';
import { fieldChanges } from './undo-fields.js';
import { isRoot, placeholders, withCurrentIds, withReplacedIds } from './undo-ids.js';
import { orderOperations, type UndoRequest } from './undo-order.js';
import type { UndoConflict, UndoOperation, UndoPlan } from './undo-types.js';

export interface UndoInput {
  landscape: { id: string; name: string };
  version: string;
  changes: readonly RecordChange[];
  /** Current records of the version, with the contents of the diagrams among the changes. */
  current: Snapshot;
  /** Other recorded changes: they may name records that were deleted and created again under a new id. */
  known: readonly RecordChange[];
  /** Overwrites values that were changed since. */
  force: boolean;
}

/** Kinds in the order in which records are created. */
const ORDER: readonly Kind[] = [
  'tagGroup',
  'tag',
  'domain',
  'modelObject',
  'modelConnection',
  'diagramGroup',
  'diagram',
  'flow',
  'adr',
];

/** Order of updates: flows refer to drawn objects. */
const UPDATES: readonly Kind[] = [...ORDER.filter((kind) => kind !== 'flow'), 'diagramContent', 'flow'];

/** Plans the requests that restore the previous state of records. */
export function undoPlan(input: UndoInput): UndoPlan {
  const planner = new Planner(input);
  const steps = planner.steps();
  const plan: Plan = {
    landscape: input.landscape,
    version: input.version,
    prune: 'none',
    live: '',
    wanted: '',
    steps,
    same: Math.max(0, input.changes.length - steps.length),
    left: [],
    moves: [],
    problems: [],
    cost: costOf(steps),
  };
  return { plan, conflicts: planner.conflicts, roots: planner.roots(steps) };
}

class Planner {
  readonly conflicts: UndoConflict[] = [];
  readonly #changes: readonly RecordChange[];
  /** Deleted records that will be created again, by kind and id. */
  readonly #created = new Map<string, RecordChange & { before: Fields }>();
  readonly #names: ReadonlyMap<string, string>;
  /** Placeholders of ids that the service assigns anew: of the roots of deleted domains, and of deleted decisions. */
  #newIds: ReadonlyMap<string, string> = new Map();

  constructor(private readonly input: UndoInput) {
    this.#changes = withCurrentIds(input.changes, input.known, input.current);
    const names = input.current.all().map(({ doc }) => [doc.id, String(doc.name ?? doc.id)] as const);
    this.#names = new Map([...names, ...this.#changes.map(({ id, name }) => [id, name] as const)]);
  }

  steps(): Step[] {
    const deleted = this.#changes.filter(({ before, after }) => before !== null && after === null);
    const existing = new Set(deleted.filter((change) => this.#now(change)));
    for (const change of deleted)
      if (change.before && !existing.has(change))
        this.#created.set(recordKey(change.kind, change.id), { ...change, before: change.before });
    const created = [...this.#created.values()];
    this.#newIds = placeholders(created);
    const updates = this.#changes.flatMap((change): UndoOperation[] => {
      const { before, after } = change;
      if (before && after) return this.#update(change, before, after);
      return before && existing.has(change) ? this.#overwrite(change, before) : [];
    });
    const roots = created.filter(isRoot).map(({ id, before }): Doc => ({ ...before, id }));
    const operations = [...this.#creates(), ...inOrder(updates, this.input.current), ...this.#deletes()];
    const { requests, impossible } = orderOperations(this.input.current, operations, roots);
    for (const { operation, why } of impossible) this.#conflict(operation.change, why);
    return requests.map((it) => this.#step(it));
  }

  /** Roots of domains that the steps delete, which are not among the changes. */
  roots(steps: readonly Step[]): RecordChange[] {
    const domains = new Set(
      steps.flatMap(({ kind, does, recordId }) => (kind === 'domain' && does === 'delete' ? [recordId] : [])),
    );
    const known = new Set(this.#changes.map(({ id }) => id));
    return this.input.current.all().flatMap(({ kind, doc }) => {
      const isNew = kind === 'modelObject' && doc.type === 'root' && !known.has(doc.id);
      return isNew && domains.has(String(doc.domainId)) ? (changeOf(kind, null, doc) ?? []) : [];
    });
  }

  #now({ kind, id }: RecordChange): Doc | undefined {
    const doc: Doc | undefined = this.input.current.get(kind, id);
    return doc && withoutComputed(doc);
  }

  #conflict(
    { kind, id, name }: Pick<RecordChange, 'kind' | 'id' | 'name'>,
    why: string,
    canForce = false,
  ): void {
    this.conflicts.push({ kind, id, name, why, canForce });
  }

  /** A deleted record that someone has created again. */
  #overwrite(change: RecordChange, before: Fields): UndoOperation[] {
    const now: Fields = this.#now(change) ?? {};
    const differing = Object.keys(before).filter((field) => !sameValue(now[field], before[field]));
    if (differing.length === 0 || isRoot(change)) return [];
    if (this.input.force) return [{ does: 'update', change, wanted: before, ...commitOf(now) }];
    this.#conflict(change, `exists again with other values: ${differing.join(', ')}`, true);
    return [];
  }

  /** Creates the deleted records; references to records that follow are set by updates at the end. */
  #creates(): UndoOperation[] {
    const pending = new Set(this.#created.keys());
    const later: UndoOperation[] = [];
    const creates = this.#inOrder().flatMap((change): UndoOperation[] => {
      const { kind, id, before } = change;
      pending.delete(recordKey(kind, id));
      if (kind === 'diagramContent' || isRoot(change)) return [];
      const content =
        kind === 'diagram' ? this.#created.get(recordKey('diagramContent', id))?.before : undefined;
      const { domainId: _, ...fields } = createBody(kind, before);
      const whole = { ...fields, ...(content && createBody('diagramContent', content)) };
      const early = new Set(
        linksOf(kind, whole).flatMap((link) =>
          pending.has(recordKey(link.kind, link.id)) && link.id !== id
            ? [link.field.split('.')[0] ?? '']
            : [],
        ),
      );
      const body = Object.fromEntries(Object.entries(whole).filter(([field]) => !early.has(field)));
      const wanted = Object.fromEntries([...early].map((field) => [field, whole[field]]));
      if (early.size > 0) later.push({ does: 'update', change, wanted });
      return [{ does: 'create', change, body }];
    });
    return [...creates, ...later];
  }

  /** Created records by kind; each after those that it is a part of. */
  #inOrder(): (RecordChange & { before: Fields })[] {
    const sorted = new Map<string, RecordChange & { before: Fields }>();
    const visit = (key: string): void => {
      const change = this.#created.get(key);
      if (!change || sorted.has(key)) return;
      const { references = {} } = recordOf(change.kind);
      for (const { kind, id, field } of linksOf(change.kind, change.before))
        if (references[field]?.cascades && recordKey(kind, id) !== key) visit(recordKey(kind, id));
      sorted.set(key, change);
    };
    for (const kind of ORDER) for (const [key, it] of this.#created) if (it.kind === kind) visit(key);
    return [...sorted.values()].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  }

  #update(change: RecordChange, before: Fields, after: Fields): UndoOperation[] {
    const now = this.#now(change);
    if (!now) {
      this.#conflict(change, 'was deleted since');
      return [];
    }
    const wanted: Fields = {};
    const changed: string[] = [];
    for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const restored = restoredValue(before[field], after[field], now[field]);
      if (restored.state === 'change') wanted[field] = restored.value;
      else if (restored.state === 'conflict' && this.input.force) wanted[field] = before[field];
      else if (restored.state === 'conflict') changed.push(field);
    }
    if (changed.length > 0) {
      this.#conflict(change, `was changed since: ${changed.join(', ')}`, true);
      return [];
    }
    return [{ does: 'update', change, wanted, ...commitOf(now) }];
  }

  /** Deletes the records that the command created, unless others changed them; contents with their diagrams. */
  #deletes(): UndoOperation[] {
    const created = this.#changes.filter((it) => it.before === null && !isRoot(it) && this.#now(it));
    const changed = new Set(
      this.input.force ? [] : created.filter((it) => this.#hasChanged(it)).map(({ id }) => id),
    );
    return created
      .filter(({ kind, id }) => kind !== 'diagramContent' && !changed.has(id))
      .map((change): UndoOperation => ({ does: 'delete', change }))
      .sort((a, b) => ORDER.indexOf(b.change.kind) - ORDER.indexOf(a.change.kind));
  }

  #hasChanged(change: RecordChange): boolean {
    const now: Fields = this.#now(change) ?? {};
    const after = change.after ?? {};
    const differing = Object.keys(after).filter((field) => !sameValue(now[field], after[field]));
    if (differing.length > 0) this.#conflict(change, `was changed since: ${differing.join(', ')}`, true);
    return differing.length > 0;
  }

  #step({ does, operation: { change, ...operation }, body, before, current, wanted }: UndoRequest): Step {
    const { kind, id, name } = change;
    const family = restorableFamily(kind);
    const verb = {
      create: family && 'upsert' in family ? 'upsert' : 'create',
      update: 'update',
      'free-name': 'update',
      delete: 'delete',
    }[does];
    const isUpdate = body && before;
    return {
      kind: modelKindOf(kind),
      id,
      name: kind === 'diagramContent' ? (this.#names.get(id) ?? name) : name,
      does,
      operation: family ? `${family.shape.id}.${verb}` : `diagrams.content.${verb}`,
      recordId: isUpdate ? (this.#newIds.get(id) ?? id) : id,
      ...(body && { body: withReplacedIds(body, this.#newIds) as Fields }),
      ...(isUpdate && { before }),
      ...('commit' in operation && { commit: operation.commit }),
      fields: isUpdate && current && wanted ? fieldChanges(kind, current, wanted, this.#names) : [],
      why: 'undo',
    };
  }
}

/** Updates in the order of the kinds; objects after the parents that they will have. */
function inOrder(updates: readonly UndoOperation[], current: Snapshot): UndoOperation[] {
  const parents = new Map(
    updates.flatMap((it) => (it.does === 'update' ? [[it.change.id, it.wanted.parentId] as const] : [])),
  );
  const depthOf = (id: unknown, seen: ReadonlySet<unknown> = new Set()): number => {
    if (typeof id !== 'string' || seen.has(id)) return 0;
    const parent = parents.get(id) ?? current.get('modelObject', id)?.parentId;
    return 1 + depthOf(parent, new Set([...seen, id]));
  };
  return updates
    .map((it) => ({ it, rank: UPDATES.indexOf(it.change.kind), depth: depthOf(it.change.id) }))
    .sort((a, b) => a.rank - b.rank || a.depth - b.depth)
    .map(({ it }) => it);
}

const commitOf = ({ commit }: Fields): { commit?: number } => (typeof commit === 'number' ? { commit } : {});

function modelKindOf(kind: Kind): ModelKind {
  if (kind === 'adr') return 'decision';
  return kind === 'diagramContent' ? 'diagram' : (elementKindOf(kind) as ModelKind);
}
