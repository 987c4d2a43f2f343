import { type Doc, textsOf } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { cascadeOf, type DocOfKind, recordKey, referrersOf } from '../../contract/rules/cascade.js';
import { boundedFields, derive, growingFields, isAffectedBy, isListed } from '../../contract/rules/derive.js';
import { entryAt, removedObjects, withoutRemovedEnds } from '../../contract/rules/diagrams/drawn.js';
import { detach, type Link, linksOf } from '../../contract/rules/links.js';
import { changedProps } from '../../contract/rules/props.js';
import { logWriter } from '../logs/log-writer.js';
import type { Action } from '../services.js';
import type { RecordStore } from '../store/records.js';
import { changeTracker } from '../webhooks/changes.js';
import { postponeLists, withoutLists } from './postponed-lists.js';
import { bumped } from './stamps.js';

/** A record whose derived fields may be out of date. */
interface StaleRecord {
  kind: Kind;
  id: string;
}

const BY_PARENT = { kind: 'modelObject', field: 'parentId' };

/**
 * Tracks the records whose derived fields a request may change. Postpones their growing lists at once, after a call of
 * `beforeListChange`.
 */
function staleRecordTracker(records: RecordStore, beforeListChange: (kind: Kind, id: string) => void) {
  const stale = new Map<string, StaleRecord>();
  const mark = (kind: Kind, id: string): void => void stale.set(recordKey(kind, id), { kind, id });
  const markConnections = (objectId: string): void => {
    for (const link of records.incoming('modelObject', objectId, { kind: 'modelConnection' }))
      mark(link.kind, link.id);
  };
  const markDescendants = (objectId: string): void => {
    for (const link of records.incoming('modelObject', objectId, BY_PARENT)) {
      mark('modelObject', link.id);
      markDescendants(link.id);
    }
  };
  /** Target id of a reference; a reference to a drawn object resolves to its model object. */
  const objectOf = ({ id, orEntry }: Link, doc: Doc): string => {
    const modelId = orEntry && entryAt(records, doc, orEntry, id)?.modelId;
    return typeof modelId === 'string' ? modelId : id;
  };
  return {
    /** Marks a record that is created, changed or deleted, and the records that it refers to. */
    markWithTargets(kind: Kind, doc: Doc): void {
      mark(kind, doc.id);
      if (kind === 'diagram') mark('version', String(doc.versionId));
      for (const link of linksOf(kind, doc)) {
        const id = objectOf(link, doc);
        if (isListed(link.kind, kind, link.field)) {
          beforeListChange(link.kind, id);
          postponeLists(records, link.kind, id);
        }
        if (isAffectedBy(link.kind, kind)) mark(link.kind, id);
        // A flow step between two objects also affects the connection between them.
        if (kind === 'flow' && link.kind === 'modelObject') markConnections(id);
      }
    },
    /** Marks the descendants of a model object that has moved. */
    markDescendants,
    /** Returns the marked records by name and clears the list. */
    take(): Map<string, StaleRecord> {
      const taken = new Map(stale);
      // A diagram's fields are copied into its content, and the content's counts into the diagram.
      for (const { kind, id } of stale.values()) {
        if (kind === 'diagram') taken.set(recordKey('diagramContent', id), { kind: 'diagramContent', id });
      }
      stale.clear();
      return taken;
    },
  };
}

/**
 * Writes records and all consequences: references, derived fields of other records, cascades, logs and events. One
 * writer serves one request. Call `finish` last: it updates derived fields and queues the events.
 */
function createWriter(action: Action) {
  const { records } = action.services.store;
  const logs = logWriter(action);
  const changes = changeTracker(action);
  let capturesLists = false;
  const stale = staleRecordTracker(records, (kind, id) => {
    if (capturesLists) changes.capture(kind, id);
  });
  const removed = new Set<string>();

  const save = (kind: Kind, doc: Doc): void => {
    stale.markWithTargets(kind, doc);
    records.put(kind, doc);
    records.relink(kind, doc.id, linksOf(kind, doc));
  };

  /** Clears flow steps' references to drawn objects that were removed (docs/service.md#flow-step). */
  const clearSteps = (before: Doc, after: Doc): void => {
    const erasedIds = removedObjects(before, after);
    if (erasedIds.size === 0) return;
    for (const { kind, id } of records.incoming('diagram', after.id)) {
      const flow: Doc | undefined =
        kind === 'flow' && !removed.has(recordKey(kind, id)) ? records.get(kind, id) : undefined;
      const cleared = flow && withoutRemovedEnds(flow, erasedIds);
      if (flow && cleared) update('flow', flow, bumped(action, cleared));
    }
  };

  /** Sets the domain of the descendants of an object that has moved to another one. */
  const moveDescendants = ({ id, domainId }: Doc): void => {
    for (const link of records.incoming('modelObject', id, BY_PARENT)) {
      const child: Doc | undefined = records.get('modelObject', link.id);
      if (!child) continue;
      changes.capture('modelObject', child.id);
      stale.markWithTargets('modelObject', child);
      save('modelObject', { ...child, domainId });
      moveDescendants({ id: child.id, domainId });
    }
  };

  const update = (kind: Kind, before: Doc, after: Doc, props?: unknown): Doc => {
    changes.capture(kind, before.id);
    if (kind === 'diagramContent') clearSteps(before, after);
    stale.markWithTargets(kind, before);
    save(kind, after);
    if (kind === 'modelObject' && before.parentId !== after.parentId) stale.markDescendants(after.id);
    if (kind === 'modelObject' && before.domainId !== after.domainId) moveDescendants(after);
    logs.change('update', kind, after, props ?? changedProps(kind, before, after));
    return after;
  };

  /** Updates the derived fields of all marked records. */
  const refresh = (): void => {
    for (const [name, { kind, id }] of stale.take()) {
      const doc: Doc | undefined = removed.has(name) ? undefined : records.get(kind, id);
      if (!doc) continue;
      const fields = derive(kind, doc, records, boundedFields(kind));
      const same = Object.entries(fields).every(
        ([field, value]) => JSON.stringify(doc[field]) === JSON.stringify(value),
      );
      if (same) continue;
      changes.capture(kind, id);
      // Reads again, because `capture` may have computed lists of the record.
      records.put(kind, { ...(records.get(kind, id) ?? doc), ...fields });
    }
  };

  return {
    logs,
    /**
     * From now on, captures the state of a record for its event before its lists change. Call it before several changes,
     * because a later one may write a record whose lists an earlier one has changed.
     */
    captureChangedLists(): void {
      capturesLists = true;
    },
    create(kind: Kind, doc: Doc, props?: unknown): Doc {
      changes.capture(kind, doc.id);
      removed.delete(recordKey(kind, doc.id));
      // The lists of a copy may name records that were not copied.
      const isCopy = growingFields(kind).some((field) => textsOf(doc[field]).length > 0);
      save(kind, isCopy ? withoutLists(kind, doc) : doc);
      logs.change('create', kind, doc, props);
      return doc;
    },
    update,
    /** Saves without counting as a change and without a log entry, e.g. who viewed it last. */
    save,
    /** Deletes a record and everything that depends on it (cascade); clears other references to them. */
    remove(kind: Kind, doc: Doc): DocOfKind[] {
      const found = cascadeOf(records, kind, doc);
      const deleted = [...found.values()];
      for (const it of deleted) {
        changes.capture(it.kind, it.doc.id);
        removed.add(recordKey(it.kind, it.doc.id));
        stale.markWithTargets(it.kind, it.doc);
        logs.change('delete', it.kind, it.doc);
      }
      capturesLists = true;
      for (const { source, targets } of referrersOf(records, found)) {
        // Reads again: the record may have changed in the meantime, e.g. a flow together with its diagram's content.
        const before: Doc = records.get(source.kind, source.doc.id) ?? source.doc;
        let cleared = before;
        for (const target of targets) cleared = detach(source.kind, cleared, target);
        update(source.kind, before, bumped(action, cleared));
      }
      for (const it of deleted) records.remove(it.kind, it.doc.id);
      return deleted;
    },
    /**
     * Deletes a record together with its container: queues an event, but writes no log entry and clears no references.
     */
    forget(kind: Kind, doc: Doc): void {
      changes.capture(kind, doc.id);
      removed.add(recordKey(kind, doc.id));
      records.remove(kind, doc.id);
    },
    refresh,
    finish(): void {
      refresh();
      changes.queueEvents();
    },
  };
}

export type RecordWriter = ReturnType<typeof createWriter>;

/** The writer of a request; a request within another one shares its writer. */
export const recordWriter = (action: Action & { writer?: RecordWriter }): RecordWriter =>
  action.writer ?? createWriter(action);
