import type { Doc } from '../../doc.js';
import type { Kind, LinkFrom, RecordOf, RecordReader } from '../../records.js';
import { linksOf } from '../links.js';

/** Records of a version in memory, with an index of the references between them. */
export interface Snapshot extends RecordReader {
  /** Whether the records of a kind were read. */
  has(kind: Kind): boolean;
  all(): readonly { kind: Kind; doc: Doc }[];
}

export function snapshotOf(records: ReadonlyMap<Kind, readonly Doc[]>): Snapshot {
  const byKind = new Map([...records].map(([kind, docs]) => [kind, new Map(docs.map((it) => [it.id, it]))]));
  const incoming = new Map<string, LinkFrom[]>();
  for (const [kind, docs] of records) {
    for (const doc of docs) {
      for (const { kind: to, id, field, detail = null } of linksOf(kind, doc)) {
        const key = `${to} ${id}`;
        const links = incoming.get(key) ?? [];
        incoming.set(key, links);
        links.push({ kind, id: doc.id, field, detail });
      }
    }
  }
  return {
    get: <K extends Kind>(kind: K, id: string) => byKind.get(kind)?.get(id) as RecordOf<K> | undefined,
    incoming: (kind, id) => incoming.get(`${kind} ${id}`) ?? [],
    ofVersion: <K extends Kind>(kind: K) =>
      [...(byKind.get(kind)?.values() ?? [])].map((doc) => ({ doc: doc as RecordOf<K> })),
    has: (kind) => byKind.has(kind),
    all: () => [...byKind].flatMap(([kind, docs]) => [...docs.values()].map((doc) => ({ kind, doc }))),
  };
}
