import { isObject } from '../../base/is-object.js';
import type { Doc, Fields } from '../../contract/doc.js';
import { elementKindOf } from '../../contract/fields/facts.js';
import { type Kind, recordOf } from '../../contract/records.js';
import { cascadeOf, recordKey } from '../../contract/rules/cascade.js';
import { linksOf } from '../../contract/rules/links.js';
import {
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
import { createBody, updateBody } from './undo-bodies.js';
import { fieldChanges } from './undo-fields.js';
import type { UndoConflict, UndoPlan } from './undo-types.js';

export interface UndoInput {
  landscape: { id: string; name: string };
  version: string;
  changes: readonly RecordChange[];
  /** Current records of the version, with the contents of the diagrams among the changes. */
  current: Snapshot;
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
    same: input.changes.length - steps.length,
    left: [],
    moves: [],
    problems: [],
    cost: costOf(steps),
  };
  return { plan, conflicts: planner.conflicts };
}

class Planner {
  readonly conflicts: UndoConflict[] = [];
  /** Deleted records that will be created again, by kind and id. */
  readonly #created = new Map<string, RecordChange & { before: Fields }>();
  readonly #names: ReadonlyMap<string, string>;

  constructor(private readonly input: UndoInput) {
    const names = input.current.all().map(({ doc }) => [doc.id, String(doc.name ?? doc.id)] as const);
    this.#names = new Map([...names, ...input.changes.map(({ id, name }) => [id, name] as const)]);
  }

  steps(): Step[] {
    const { changes } = this.input;
    for (const change of changes) {
      const now = this.#now(change);
      if (change.after !== null || change.before === null) continue;
      if (!now) this.#created.set(recordKey(change.kind, change.id), { ...change, before: change.before });
      else this.#refuseDifference(change, now, change.before, 'exists again with other values');
    }
    const creates = this.#creates();
    const updates = changes.flatMap((change) => {
      const { before, after } = change;
      const now = this.#now(change);
      return before && after ? this.#update(change, now, { before, after }) : [];
    });
    return [...creates, ...updates, ...this.#deletes()];
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

  #refuseDifference(change: RecordChange, now: Doc, wanted: Fields, why: string): void {
    const differing = Object.keys(wanted).filter((field) => !sameValue(now[field], wanted[field]));
    if (differing.length > 0) this.#conflict(change, `${why}: ${differing.join(', ')}`);
  }

  /** Creates the deleted records; references to records that follow are set by updates at the end. */
  #creates(): Step[] {
    const pending = new Set(this.#created.keys());
    const later: Step[] = [];
    const steps = this.#inOrder().flatMap((change): Step[] => {
      const { kind, id, before } = change;
      pending.delete(recordKey(kind, id));
      if (kind === 'diagramContent' || before.type === 'root') return [];
      const content =
        kind === 'diagram' ? this.#created.get(recordKey('diagramContent', id))?.before : undefined;
      const whole = { ...createBody(kind, before), ...(content && createBody('diagramContent', content)) };
      const missing = this.#missing(kind, whole) ?? this.#missing('diagramContent', content ?? {});
      if (missing !== undefined) {
        this.#conflict(change, missing);
        return [];
      }
      const early = new Set(
        linksOf(kind, whole).flatMap((link) =>
          pending.has(recordKey(link.kind, link.id)) && link.id !== id
            ? [link.field.split('.')[0] ?? '']
            : [],
        ),
      );
      const body = Object.fromEntries(Object.entries(whole).filter(([field]) => !early.has(field)));
      if (early.size > 0) {
        const wanted = Object.fromEntries([...early].map((field) => [field, whole[field]]));
        const patch = updateBody(kind, { id, ...body }, wanted);
        if (patch) later.push(this.#step(change, 'update', patch.body));
      }
      return [this.#step(change, 'create', body)];
    });
    return [...steps, ...later];
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

  /** Why a body cannot be sent: it refers to a record of the version that no longer exists. */
  #missing(kind: Kind, body: Fields): string | undefined {
    const { current } = this.input;
    for (const link of linksOf(kind, body)) {
      if (link.orEntry || recordOf(link.kind).owner !== 'version' || !current.has(link.kind)) continue;
      if (current.get(link.kind, link.id) || this.#created.has(recordKey(link.kind, link.id))) continue;
      return `refers to the ${recordOf(link.kind).noun} ${link.id}, which no longer exists`;
    }
    return undefined;
  }

  #update(
    change: RecordChange,
    now: Doc | undefined,
    { before, after }: { before: Fields; after: Fields },
  ): Step[] {
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
    const patch = updateBody(change.kind, now, wanted);
    if (!patch) return [];
    const missing = this.#missing(change.kind, { id: change.id, ...wanted });
    if (missing !== undefined) {
      this.#conflict(change, missing);
      return [];
    }
    const { commit } = now;
    return [
      {
        ...this.#step(change, 'update', patch.body),
        before: patch.before,
        fields: fieldChanges(change.kind, now, wanted, this.#names),
        ...(typeof commit === 'number' && { commit }),
      },
    ];
  }

  /** Deletes the records that the command created, unless others depend on them or changed them. */
  #deletes(): Step[] {
    const { changes, current, force } = this.input;
    const deleted = changes.filter(
      ({ kind, before, after }) => before === null && after && kind !== 'diagramContent',
    );
    const names = new Set(deleted.map(({ kind, id }) => recordKey(kind, id)));
    return deleted
      .flatMap((change): Step[] => {
        const now = this.#now(change);
        if (!now) return [];
        const { after } = change;
        const differing = Object.keys(after ?? {}).filter((field) => !sameValue(now[field], after?.[field]));
        if (differing.length > 0 && !force) {
          this.#conflict(change, `was changed since: ${differing.join(', ')}`, true);
          return [];
        }
        const also = [...cascadeOf(current, change.kind, now).values()].find(
          ({ kind, doc }) =>
            !names.has(recordKey(kind, doc.id)) && kind !== 'diagramContent' && doc.type !== 'root',
        );
        if (!also) return [this.#step(change, 'delete')];
        const { noun } = recordOf(also.kind);
        this.#conflict(change, `contains the ${noun} ${String(also.doc.name ?? also.doc.id)}`);
        return [];
      })
      .sort((a, b) => kindRank(b.kind) - kindRank(a.kind));
  }

  #step({ kind, id, name }: RecordChange, does: 'create' | 'update' | 'delete', body?: Fields): Step {
    const family = restorableFamily(kind);
    const verb = does === 'create' ? (family && 'upsert' in family ? 'upsert' : 'create') : does;
    return {
      kind: modelKindOf(kind),
      id,
      name: kind === 'diagramContent' ? (this.#names.get(id) ?? name) : name,
      does,
      operation: family ? `${family.shape.id}.${verb}` : `diagrams.content.${verb}`,
      recordId: does === 'update' ? (this.#newIds().get(id) ?? id) : id,
      ...(body && { body: this.#withNewIds(body) }),
      fields: [],
      why: 'undo',
    };
  }

  /** Replaces ids that the service assigns anew: of the root objects of deleted domains, and of deleted decisions. */
  #withNewIds(body: Fields): Fields {
    return withReplacedIds(body, this.#newIds()) as Fields;
  }

  #newIds(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#created.values()].flatMap(({ kind, id, before }): [string, string][] => {
        if (kind === 'adr') return [[id, `{decision:${String(before.handleId)}}`]];
        return kind === 'modelObject' && before.type === 'root'
          ? [[id, `{root:${String(before.domainId)}}`]]
          : [];
      }),
    );
  }
}

function withReplacedIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((it) => withReplacedIds(it, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, withReplacedIds(it, ids)]));
}

function modelKindOf(kind: Kind): ModelKind {
  if (kind === 'adr') return 'decision';
  return kind === 'diagramContent' ? 'diagram' : (elementKindOf(kind) as ModelKind);
}

const RANKS: readonly string[] = ORDER.map(modelKindOf);
const kindRank = (kind: string): number => RANKS.indexOf(kind);
