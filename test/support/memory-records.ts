import type { Doc } from '../../src/contract/doc.js';
import type { Kind, LinkFrom, RecordOf, RecordReader } from '../../src/contract/records.js';
import { linksOf } from '../../src/contract/rules/links.js';

/** A record of a kind. */
export interface Held {
  kind: Kind;
  doc: Doc;
}

/** Records in memory, for rules that are tested without a sandbox. */
export interface MemoryRecords extends RecordReader {
  held(): readonly Held[];
  put(kind: Kind, doc: Doc): void;
  remove(kind: Kind, id: string): void;
}

export function memoryRecords(start: readonly Held[] = []): MemoryRecords {
  let records = [...start];
  const isIt = (kind: Kind, id: string) => (it: Held) => it.kind === kind && it.doc.id === id;
  return {
    held: () => records,
    put(kind, doc) {
      const at = records.findIndex(isIt(kind, doc.id));
      if (at === -1) records.push({ kind, doc });
      else records[at] = { kind, doc };
    },
    remove(kind, id) {
      const gone = isIt(kind, id);
      records = records.filter((it) => !gone(it));
    },
    get: <K extends Kind>(kind: K, id: string) =>
      records.find(isIt(kind, id))?.doc as RecordOf<K> | undefined,
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
