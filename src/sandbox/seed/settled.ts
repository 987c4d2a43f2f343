import type { Doc, DocReader, StoredLink } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { derive } from '../../contract/rules/derive.js';
import { type Link, linksOf } from '../../contract/rules/links.js';
import type { SeedRecord } from './build/types.js';

/** A record as stored, with its references. */
export interface Settled {
  kind: Kind;
  doc: Doc;
  links: readonly Link[];
}

/**
 * The records of a seed without logs. Derived fields are computed here too, so that the first write does not change
 * unrelated records. This happens in memory, because the store would write every record twice and query it for each
 * reference.
 */
export function settled(records: readonly SeedRecord[]): Settled[] {
  const all: Settled[] = records.flatMap(({ kind, record }) =>
    kind === 'actionLog' || kind === 'organizationLog'
      ? []
      : [{ kind, doc: record, links: linksOf(kind, record) }],
  );
  const byId = new Map<string, Settled>();
  const incoming = new Map<string, StoredLink[]>();
  for (const it of all) {
    byId.set(nameOf(it.kind, it.doc.id), it);
    for (const { kind, id, field, detail = null } of it.links) {
      listAt(incoming, nameOf(kind, id)).push({ kind: it.kind, id: it.doc.id, field, detail });
    }
  }
  const reader: DocReader = {
    get: (kind, id) => byId.get(nameOf(kind, id))?.doc,
    incoming: (kind, id, from) =>
      (incoming.get(nameOf(kind, id)) ?? []).filter(
        (it) => !from || (it.kind === from.kind && (from.field === undefined || it.field === from.field)),
      ),
    ofVersion: (kind, versionId) =>
      all.filter(({ kind: own, doc }) => own === kind && doc.versionId === versionId),
  };
  // In order, because some fields are derived from those of an earlier record.
  for (const it of all) it.doc = { ...it.doc, ...derive(it.kind, it.doc, reader) };
  return all;
}

const nameOf = (kind: string, id: string): string => `${kind} ${id}`;

function listAt<T>(lists: Map<string, T[]>, name: string): T[] {
  const found = lists.get(name) ?? [];
  lists.set(name, found);
  return found;
}
