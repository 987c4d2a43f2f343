import type { Doc } from '../doc.js';
import type { Kind, RecordReader } from '../records.js';
import { goesAlong } from './links.js';

export interface Found {
  kind: Kind;
  doc: Doc;
}

export const nameOf = (kind: Kind, id: string): string => `${kind} ${id}`;

/** A record and everything that is deleted with it, by key; the record itself first. */
export function closureOf(reader: RecordReader, kind: Kind, doc: Doc): Map<string, Found> {
  const found = new Map<string, Found>();
  const visit = (it: Found): void => {
    const name = nameOf(it.kind, it.doc.id);
    if (found.has(name)) return;
    found.set(name, it);
    for (const link of reader.incoming(it.kind, it.doc.id)) {
      if (!goesAlong(link.kind, link.field)) continue;
      const source = reader.get(link.kind, link.id);
      if (source) visit({ kind: link.kind, doc: source });
    }
  };
  visit({ kind, doc });
  return found;
}

/** A remaining record and the references it loses. */
export interface Loser {
  source: Found;
  targets: { kind: Kind; id: string }[];
}

/** Remaining records that refer to deleted ones, each with the references it loses. */
export function losersOf(reader: RecordReader, found: ReadonlyMap<string, Found>): Loser[] {
  const losing = new Map<string, Loser>();
  for (const it of found.values()) {
    for (const link of reader.incoming(it.kind, it.doc.id)) {
      const name = nameOf(link.kind, link.id);
      const doc = found.has(name) ? undefined : reader.get(link.kind, link.id);
      if (!doc) continue;
      const entry = losing.get(name) ?? { source: { kind: link.kind, doc }, targets: [] };
      entry.targets.push({ kind: it.kind, id: it.doc.id });
      losing.set(name, entry);
    }
  }
  return [...losing.values()];
}
