import type { Doc, Fields } from '../../contract/doc.js';
import { type Kind, recordOf } from '../../contract/records.js';
import { cascadeOf, recordKey } from '../../contract/rules/cascade.js';
import { derive } from '../../contract/rules/derive.js';
import { entryAt } from '../../contract/rules/diagrams/drawn.js';
import { contentPart } from '../../contract/rules/drafts/draft-task.js';
import { type Link, linksOf } from '../../contract/rules/links.js';
import { objectWithSameName } from '../../contract/rules/namesakes.js';
import { placeProblems } from '../../contract/rules/parents.js';
import { applyPatch } from '../../contract/rules/patch.js';
import { sameValue, withoutComputed } from '../../contract/rules/undo/record-change.js';
import type { Snapshot } from '../../contract/rules/undo/snapshot.js';
import { temporaryName } from '../plan/free-names.js';
import type { Body } from '../plan/plan-types.js';
import { ProjectedVersion } from './projected-version.js';
import { updateBody } from './undo-bodies.js';
import type { UndoOperation } from './undo-types.js';

/** A request of an undo, with the state of its record when it is sent. */
export interface UndoRequest {
  does: UndoOperation['does'] | 'free-name';
  operation: UndoOperation;
  body?: Body;
  before?: Body;
  /** Record before an update. */
  current?: Doc;
  /** Fields that an update changes, with their new values. */
  wanted?: Fields;
}

/** An operation that no order makes possible. */
export interface Impossible {
  operation: UndoOperation;
  /** Why, as the end of a sentence about the record. */
  why: string;
}

/** Why an operation cannot be the next one. */
interface Blocker {
  why: string;
  /** Object whose name the operation needs, and which gets another name or is deleted later. */
  holder?: Doc;
}

/**
 * Orders operations so that the service accepts each of them, and so that a delete takes along nothing that remains.
 * Each is checked against the state after those before it. If objects exchange their names, one is renamed temporarily.
 */
export function orderOperations(
  current: Snapshot,
  operations: readonly UndoOperation[],
  roots: readonly Doc[],
): { requests: UndoRequest[]; impossible: Impossible[] } {
  const order = new Order(current, operations, roots);
  order.run();
  return order;
}

class Order {
  readonly requests: UndoRequest[] = [];
  readonly impossible: Impossible[] = [];
  readonly #version: ProjectedVersion;
  /** Operations that remain, in preferred order. */
  #pending: readonly UndoOperation[];

  constructor(
    private readonly current: Snapshot,
    operations: readonly UndoOperation[],
    /** Root objects that the service creates with the created domains. */
    private readonly roots: readonly Doc[],
  ) {
    this.#version = new ProjectedVersion(current);
    this.#pending = operations;
  }

  run(): void {
    for (;;) {
      const before = this.#pending.length;
      for (const operation of this.#pending) {
        if (this.#blockerOf(operation)) continue;
        this.#send(operation);
        this.#pending = this.#pending.filter((it) => it !== operation);
      }
      if (this.#pending.length === 0) return;
      if (this.#pending.length === before && !this.#freeName()) break;
    }
    for (const operation of this.#pending) {
      const blocker = this.#blockerOf(operation);
      this.impossible.push({ operation, why: blocker?.why ?? '' });
    }
  }

  #blockerOf(operation: UndoOperation): Blocker | undefined {
    if (operation.does === 'delete') return this.#remaining(operation.change);
    const { kind, id } = operation.change;
    const known: Doc | undefined = this.#version.get(kind, id);
    const doc = this.#next(operation, known);
    return (
      this.#missing(kind, doc, known) ??
      this.#missing('diagramContent', { id, ...contentPart(doc) }, this.#version.get('diagramContent', id)) ??
      (kind === 'modelObject' ? (this.#misplaced(doc, known) ?? this.#taken(doc, known)) : undefined)
    );
  }

  /** The record after a create or an update. */
  #next(operation: Exclude<UndoOperation, { does: 'delete' }>, known: Doc | undefined): Doc {
    const { kind, id } = operation.change;
    const fields = operation.does === 'create' ? operation.body : operation.wanted;
    const doc: Doc = { ...known, ...fields, id };
    if (kind !== 'modelObject') return doc;
    const parent: Doc | undefined = this.#version.get('modelObject', String(doc.parentId));
    return parent ? { ...doc, domainId: parent.domainId } : doc;
  }

  /** A reference that would be added although its target does not exist. */
  #missing(kind: Kind, doc: Doc, known: Doc | undefined): Blocker | undefined {
    const had = new Set((known ? linksOf(kind, known) : []).map(({ field, id }) => `${field} ${id}`));
    const missing = linksOf(kind, doc).find(
      (link) => !had.has(`${link.field} ${link.id}`) && !this.#exists(link, kind, doc),
    );
    if (!missing) return undefined;
    const noun = missing.orEntry ? 'drawn object' : recordOf(missing.kind).noun;
    return { why: `refers to the ${noun} ${missing.id}, which no longer exists` };
  }

  #exists({ kind, id, field, orEntry }: Link, source: Kind, doc: Doc): boolean {
    if (source === 'diagramContent' && field === 'id') return true;
    if (recordOf(kind).owner !== 'version' || !this.current.has(kind)) return true;
    if (this.#version.get(kind, id)) return true;
    if (!orEntry) return false;
    // The contents of diagrams that the command did not change are unknown.
    const isKnown = this.#version.get(orEntry.kind as Kind, String(doc[orEntry.by])) !== undefined;
    return !isKnown || entryAt(this.#version, doc, orEntry, id) !== undefined;
  }

  #misplaced(doc: Doc, known: Doc | undefined): Blocker | undefined {
    const isSame = known && sameValue(known.parentId, doc.parentId) && known.type === doc.type;
    if (isSame && sameValue(known.groupIds, doc.groupIds)) return undefined;
    const version = this.#version;
    const placed = (it: Doc): Doc => ({
      ...it,
      ...derive('modelObject', it, version, ['parentIds', 'childIds']),
    });
    const records: Parameters<typeof placeProblems>[0]['records'] = {
      get: (kind, id) => {
        const found = version.get(kind, id);
        return found && kind === 'modelObject' ? (placed(found) as typeof found) : found;
      },
      incoming: (kind, id, from) => version.incoming(kind, id, from),
    };
    const [problem] = placeProblems({ doc, before: known && placed(known), records });
    return problem === undefined ? undefined : { why: `cannot be placed: ${problem}` };
  }

  /** Another object that has the name now, and another one later. */
  #taken(doc: Doc, known: Doc | undefined): Blocker | undefined {
    const holder = objectWithSameName({ doc, before: known, records: this.#version });
    if (!holder || !this.#pending.some((it) => loses(it, holder))) return undefined;
    return { why: `needs the name of the model object ${String(holder.name)}`, holder };
  }

  /** A record that would be deleted with another one although it remains. */
  #remaining({ kind, id }: UndoOperation['change']): Blocker | undefined {
    const doc: Doc | undefined = this.#version.get(kind, id);
    if (!doc) return undefined;
    const deleted = new Set(
      this.#pending.flatMap(({ does, change }) =>
        does === 'delete' ? [recordKey(change.kind, change.id)] : [],
      ),
    );
    const other = [...cascadeOf(this.#version, kind, doc).values()].find(
      (it) =>
        !deleted.has(recordKey(it.kind, it.doc.id)) && it.kind !== 'diagramContent' && it.doc.type !== 'root',
    );
    if (!other) return undefined;
    return { why: `contains the ${recordOf(other.kind).noun} ${String(other.doc.name ?? other.doc.id)}` };
  }

  #send(operation: UndoOperation): void {
    const { kind, id } = operation.change;
    if (operation.does === 'delete') {
      // It was deleted with another record.
      if (!this.#version.get(kind, id)) return;
      this.requests.push({ does: 'delete', operation });
      this.#version.delete(kind, id);
      return;
    }
    const known: Doc | undefined = this.#version.get(kind, id);
    const doc = this.#next(operation, known);
    if (operation.does === 'create') {
      this.requests.push({ does: 'create', operation, body: operation.body });
      this.#version.create(kind, doc);
      const content = contentPart(operation.body);
      if (kind === 'diagram') this.#version.create('diagramContent', { id, ...content });
      for (const root of this.roots)
        if (kind === 'domain' && root.domainId === id) this.#version.create('modelObject', root);
      return;
    }
    if (!known) return;
    const now = withoutComputed(known);
    const wanted = Object.fromEntries(
      Object.entries(operation.wanted).filter(([field, value]) => !sameValue(now[field], value)),
    );
    const patch = updateBody(kind, now, wanted);
    if (!patch) return;
    this.requests.push({ does: 'update', operation, ...patch, current: now, wanted });
    const { domainId } = doc;
    this.#version.update(kind, id, {
      ...applyPatch(known, patch.body).after,
      ...(domainId !== undefined && { domainId }),
    });
  }

  /** Renames an object that keeps the others waiting for its name. Returns whether there was one. */
  #freeName(): boolean {
    for (const waiting of this.#pending) {
      const holder = this.#blockerOf(waiting)?.holder;
      const operation = holder && this.#pending.find((it) => loses(it, holder));
      if (!holder || !operation) continue;
      const name = temporaryName(String(holder.name), holder);
      this.requests.push({
        does: 'free-name',
        operation,
        body: { name },
        before: { name: holder.name },
        current: holder,
        wanted: { name },
      });
      this.#version.update('modelObject', holder.id, { name });
      this.#pending = this.#pending.map((it) =>
        it === operation && it.does === 'update'
          ? { ...it, wanted: { name: holder.name, ...it.wanted } }
          : it,
      );
      return true;
    }
    return false;
  }
}

/** Whether an operation deletes an object, renames it, or moves it. */
const loses = (operation: UndoOperation, { id }: Doc): boolean =>
  operation.change.kind === 'modelObject' &&
  operation.change.id === id &&
  (operation.does === 'delete' ||
    (operation.does === 'update' && ('name' in operation.wanted || 'parentId' in operation.wanted)));
