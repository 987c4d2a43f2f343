import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { nameOf } from '../../contract/rules/cascade.js';
import { isMovedBy } from '../../contract/rules/derive.js';
import { entryAt } from '../../contract/rules/drawn.js';
import { type Link, linksOf } from '../../contract/rules/links.js';
import type { RecordStore } from '../store/records.js';

/** A record whose derived fields may have moved. */
export interface Touched {
  kind: Kind;
  id: string;
}

const BY_PARENT = { kind: 'modelObject', field: 'parentId' };

/** Keeps which records a request's changes may have moved derived fields of. */
export function touchTracker(records: RecordStore) {
  const touched = new Map<string, Touched>();
  const touch = (kind: Kind, id: string): void => void touched.set(nameOf(kind, id), { kind, id });
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
  /** The id that a reference leads to: of the model object, where it names a drawn one. */
  const objectOf = ({ id, orEntry }: Link, doc: Doc): string => {
    const modelId = orEntry && entryAt(records, doc, orEntry, id)?.modelId;
    return typeof modelId === 'string' ? modelId : id;
  };
  return {
    /** A record is about to change, changed, or goes: it, and what it refers to. */
    record(kind: Kind, doc: Doc): void {
      touch(kind, doc.id);
      if (kind === 'diagram') touch('version', String(doc.versionId));
      for (const link of linksOf(kind, doc)) {
        const id = objectOf(link, doc);
        if (isMovedBy(link.kind, kind)) touch(link.kind, id);
        // What a step says about two objects also says something about the connection between them.
        if (kind === 'flow' && link.kind === 'modelObject') connectionsOf(id);
      }
    },
    /** A model object moved: so did everything below it. */
    below,
    /** What was touched so far, by name; from now on nothing is. */
    take(): Map<string, Touched> {
      const taken = new Map(touched);
      // A diagram's own fields go into its content, and the content's counts into the diagram.
      for (const { kind, id } of touched.values()) {
        if (kind === 'diagram') taken.set(nameOf('diagramContent', id), { kind: 'diagramContent', id });
      }
      touched.clear();
      return taken;
    },
  };
}
