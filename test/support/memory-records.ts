import type { Doc } from '../../src/contract/doc.js';
import type { Kind, LinkFrom, RecordOf, RecordReader } from '../../src/contract/records.js';
import { linksOf } from '../../src/contract/rules/links.js';

/** A record with its kind. */
export interface StoredRecord {
  kind: Kind;
  doc: Doc;
}

/** Records in memory, for rules that are tested without a sandbox. */
export interface MemoryRecords extends RecordReader {
  all(): readonly StoredRecord[];
  put(kind: Kind, doc: Doc): void;
  remove(kind: Kind, id: string): void;
}

export function memoryRecords(start: readonly StoredRecord[] = []): MemoryRecords {
  let records = [...start];
  const matches = (kind: Kind, id: string) => (it: StoredRecord) => it.kind === kind && it.doc.id === id;
  return {
    all: () => records,
    put(kind, doc) {
      const at = records.findIndex(matches(kind, doc.id));
      if (at === -1) records.push({ kind, doc });
      else records[at] = { kind, doc };
    },
    remove(kind, id) {
      const isRemoved = matches(kind, id);
      records = records.filter((it) => !isRemoved(it));
    },
    get: <K extends Kind>(kind: K, id: string) =>
      records.find(matches(kind, id))?.doc as RecordOf<K> | undefined,
    incoming: (kind, id) =>
      records.flatMap((it) =>
        linksOf(it.kind, it.doc)
          .filter((link) => link.kind === kind && link.id === id)
          .map(({ field, detail = null }): LinkFrom => ({ kind: it.kind, id: it.doc.id, field, detail })),
      ),
    ofVersion: <K extends Kind>(kind: K, versionId: string) =>
      records
        .filter((it) => it.kind === kind && it.doc.versionId === versionId)
        .map(({ doc }) => ({ doc: doc as RecordOf<K> })),
  };
}
