import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { nameOf } from '../../contract/rules/cascade.js';
import { isMovedBy } from '../../contract/rules/derive.js';
import { entryAt } from '../../contract/rules/drawn.js';
import { type Link, linksOf } from '../../contract/rules/links.js';
import type { RecordStore } from '../store/records.js';

/** A record whose derived fields may be out of date. */
export interface StaleRecord {
  kind: Kind;
  id: string;
}

const BY_PARENT = { kind: 'modelObject', field: 'parentId' };

/** Tracks records whose derived fields a request's changes may affect. */
export function staleRecordTracker(records: RecordStore) {
  const stale = new Map<string, StaleRecord>();
  const touch = (kind: Kind, id: string): void => void stale.set(nameOf(kind, id), { kind, id });
  const connectionsOf = (objectId: string): void => {
    for (const link of records.incoming('modelObject', objectId, { kind: 'modelConnection' }))
      touch(link.kind, link.id);
  };
  const below = (objectId: string): void => {
    for (const link of records.incoming('modelObject', objectId, BY_PARENT)) {
      touch('modelObject', link.id);
      below(link.id);
    }
  };
  /** Target id of a reference; a reference to a drawn object resolves to its model object. */
  const objectOf = ({ id, orEntry }: Link, doc: Doc): string => {
    const modelId = orEntry && entryAt(records, doc, orEntry, id)?.modelId;
    return typeof modelId === 'string' ? modelId : id;
  };
  return {
    /** Marks a record that is created, changed or deleted, and the records that it refers to. */
    record(kind: Kind, doc: Doc): void {
      touch(kind, doc.id);
      if (kind === 'diagram') touch('version', String(doc.versionId));
      for (const link of linksOf(kind, doc)) {
        const id = objectOf(link, doc);
        if (isMovedBy(link.kind, kind)) touch(link.kind, id);
        // A flow step between two objects also affects the connection between them.
        if (kind === 'flow' && link.kind === 'modelObject') connectionsOf(id);
      }
    },
    /** Marks everything below a model object that has moved. */
    below,
    /** Returns the marked records by name and clears the list. */
    take(): Map<string, StaleRecord> {
      const taken = new Map(stale);
      // A diagram's fields are copied into its content, and the content's counts into the diagram.
      for (const { kind, id } of stale.values()) {
        if (kind === 'diagram') taken.set(nameOf('diagramContent', id), { kind: 'diagramContent', id });
      }
      stale.clear();
      return taken;
    },
  };
}
