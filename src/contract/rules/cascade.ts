import type { Doc } from '../doc.js';
import type { Kind, RecordReader } from '../records.js';
import { isCascading } from './links.js';

/** A record with its kind. */
export interface DocOfKind {
  kind: Kind;
  doc: Doc;
}

/** Key of a record among records of several kinds. */
export const recordKey = (kind: Kind, id: string): string => `${kind} ${id}`;

/** A record and everything that is deleted with it, by key; the record itself first. */
export function cascadeOf(reader: RecordReader, kind: Kind, doc: Doc): Map<string, DocOfKind> {
  const found = new Map<string, DocOfKind>();
  const visit = (it: DocOfKind): void => {
    const key = recordKey(it.kind, it.doc.id);
    if (found.has(key)) return;
    found.set(key, it);
    for (const link of reader.incoming(it.kind, it.doc.id)) {
      if (!isCascading(link.kind, link.field)) continue;
      const source = reader.get(link.kind, link.id);
      if (source) visit({ kind: link.kind, doc: source });
    }
  };
  visit({ kind, doc });
  return found;
}

/** A remaining record and the references it loses. */
export interface Referrer {
  source: DocOfKind;
  targets: { kind: Kind; id: string }[];
}

/** Remaining records that refer to deleted ones, each with the references it loses. */
export function referrersOf(reader: RecordReader, deleted: ReadonlyMap<string, DocOfKind>): Referrer[] {
  const referrers = new Map<string, Referrer>();
  for (const it of deleted.values()) {
    for (const link of reader.incoming(it.kind, it.doc.id)) {
      const key = recordKey(link.kind, link.id);
      const doc = deleted.has(key) ? undefined : reader.get(link.kind, link.id);
      if (!doc) continue;
      const entry = referrers.get(key) ?? { source: { kind: link.kind, doc }, targets: [] };
      entry.targets.push({ kind: it.kind, id: it.doc.id });
      referrers.set(key, entry);
    }
  }
  return [...referrers.values()];
}
