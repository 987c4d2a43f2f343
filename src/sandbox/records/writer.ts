import { closureOf, type Found, losersOf, nameOf } from '../../contract/rules/cascade.js';
import { derive } from '../../contract/rules/derive.js';
import { detach, type Link, linksOf } from '../../contract/rules/links.js';
import { logWriter } from '../logs/log-writer.js';
import type { StoredLink } from '../store/records.js';
import type { Call, Doc, Kind } from '../types.js';
import { changeTracker } from '../webhooks/changes.js';

/** Who changed a record and when (service document, Resources: actor kinds). */
export const createdBy = ({ now, key }: Pick<Call, 'now' | 'key'>) => ({
  createdAt: now,
  createdBy: 'api-key',
  createdById: key.id,
  ...updatedBy({ now, key }),
});

export const updatedBy = ({ now, key }: Pick<Call, 'now' | 'key'>) => ({
  updatedAt: now,
  updatedBy: 'api-key',
  updatedById: key.id,
});

/** A record a step further: `commit` and `version` count its changes. */
export const bumped = (call: Call, doc: Doc): Doc => ({
  ...doc,
  commit: Number(doc.commit ?? 0) + 1,
  version: Number(doc.version ?? 0) + 1,
  ...updatedBy(call),
});

const stored = (links: readonly Link[]): StoredLink[] =>
  links.map(({ kind, id, field, detail }) => ({ kind, id, field, detail: detail ?? null }));

/**
 * Writes records with everything that follows from it: references, derived fields of other records, cascades, logs
 * and events. One writer serves one request. `settle` comes last: it brings derived fields up to date and queues the
 * events.
 */
function createWriter(call: Call) {
  const { records } = call.services.store;
  const logs = logWriter(call);
  const changes = changeTracker(call);
  const touched = new Map<string, { kind: Kind; id: string }>();
  const removed = new Set<string>();

  const touch = (kind: Kind, id: string) => touched.set(nameOf(kind, id), { kind, id });
  const touchTargets = (kind: Kind, doc: Doc) => {
    touch(kind, doc.id);
    if (kind === 'diagram') touch('version', String(doc.versionId));
    for (const link of linksOf(kind, doc)) {
      touch(link.kind, link.id);
      // What a step says about two objects also says something about the connection between them.
      if (kind === 'flow' && link.kind === 'modelObject') touchConnections(link.id);
    }
  };
  const touchConnections = (objectId: string) => {
    for (const link of records.incoming('modelObject', objectId)) {
      if (link.kind === 'modelConnection') touch(link.kind, link.id);
    }
  };
  const touchBelow = (objectId: string) => {
    for (const link of records.incoming('modelObject', objectId)) {
      if (link.kind !== 'modelObject' || link.field !== 'parentId') continue;
      touch('modelObject', link.id);
      touchBelow(link.id);
    }
  };
  const save = (kind: Kind, doc: Doc) => {
    records.put(kind, doc);
    records.relink(kind, doc.id, stored(linksOf(kind, doc)));
    touchTargets(kind, doc);
  };

  const update = (kind: Kind, before: Doc, after: Doc, props?: unknown): Doc => {
    changes.note(kind, before.id);
    touchTargets(kind, before);
    save(kind, after);
    if (kind === 'modelObject' && before.parentId !== after.parentId) touchBelow(after.id);
    if (kind === 'modelConnection') touch(kind, after.id);
    logs.change('update', kind, after, props);
    return after;
  };

  /** Brings the derived fields of everything touched so far up to date. */
  const refresh = (): void => {
    // A diagram's own fields go into its content, and the content's counts into the diagram.
    for (const { kind, id } of [...touched.values()]) {
      if (kind === 'diagram') touch('diagramContent', id);
    }
    for (const [name, { kind, id }] of touched) {
      const doc = removed.has(name) ? undefined : records.get(kind, id);
      if (!doc) continue;
      const fields = Object.entries(derive(kind, doc, records));
      const same = fields.every(([field, value]) => JSON.stringify(doc[field]) === JSON.stringify(value));
      if (same) continue;
      changes.note(kind, id);
      records.put(kind, { ...doc, ...Object.fromEntries(fields) });
    }
    touched.clear();
  };

  return {
    logs,
    create(kind: Kind, doc: Doc, props?: unknown): Doc {
      changes.note(kind, doc.id);
      removed.delete(nameOf(kind, doc.id));
      save(kind, doc);
      logs.change('create', kind, doc, props);
      return doc;
    },
    update,
    /** Saves without counting it as a change and without a log, e.g. who viewed it last. */
    save,
    /** Deletes a record and what cannot stand without it; clears what else referred to them. */
    remove(kind: Kind, doc: Doc): Found[] {
      const found = closureOf(records, kind, doc);
      const gone = [...found.values()];
      for (const it of gone) {
        changes.note(it.kind, it.doc.id);
        removed.add(nameOf(it.kind, it.doc.id));
        touchTargets(it.kind, it.doc);
        logs.change('delete', it.kind, it.doc);
      }
      for (const { source, targets } of losersOf(records, found)) {
        const cleared = targets.reduce((doc, target) => detach(source.kind, doc, target), source.doc);
        update(source.kind, source.doc, bumped(call, cleared));
      }
      for (const it of gone) records.remove(it.kind, it.doc.id);
      return gone;
    },
    refresh,
    settle(): void {
      refresh();
      changes.announce();
    },
  };
}

export type RecordWriter = ReturnType<typeof createWriter>;

/** The writer of a request: one of its own, or the one that the request is a part of. */
export const recordWriter = (call: Call): RecordWriter => call.writer ?? createWriter(call);
