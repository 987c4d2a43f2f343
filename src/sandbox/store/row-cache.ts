import type { Kind } from '../../contract/records.js';

/** A record as it is kept. */
export interface Row {
  seq: number;
  data: string;
}

/** Characters that are kept altogether, and of one record at most: contents of large diagrams stay out. */
const MOST = 16_000_000;
const LONGEST = 100_000;
/** What a place in the cache costs besides, in characters: a million records that are not there take memory too. */
const EACH = 100;

/**
 * Rows that were read or written last, and ids that nothing was found under. One write looks for the same few records
 * again and again; asking the database takes longer than parsing what it answers. There are two halves: what is used
 * goes into the newer one, and once that is full, the older one is let go as a whole. Taking single ones out of the
 * front of a Map would leave gaps that each look at its front walks over.
 */
export function rowCache(read: (kind: Kind, id: string) => Row | undefined) {
  let newer = new Map<string, Row | undefined>();
  let older = new Map<string, Row | undefined>();
  /** Of the newer half, in characters. */
  let size = 0;
  const nameOf = (kind: Kind, id: string): string => `${kind} ${id}`;
  const sizeOf = (name: string, row: Row | undefined): number => EACH + name.length + (row?.data.length ?? 0);
  const drop = (name: string): void => {
    if (newer.has(name)) size -= sizeOf(name, newer.get(name));
    newer.delete(name);
    older.delete(name);
  };
  const keep = (name: string, row: Row | undefined): void => {
    const added = sizeOf(name, row);
    if (added > LONGEST) {
      drop(name);
      return;
    }
    if (newer.has(name)) size -= sizeOf(name, newer.get(name));
    newer.set(name, row);
    size += added;
    if (size <= MOST / 2) return;
    older = newer;
    newer = new Map();
    size = 0;
  };
  return {
    get(kind: Kind, id: string): Row | undefined {
      const name = nameOf(kind, id);
      const row = newer.get(name);
      if (row !== undefined || newer.has(name)) return row;
      const found = older.has(name) ? older.get(name) : read(kind, id);
      keep(name, found);
      return found;
    },
    /** To be called with what was written, or undefined for what was removed. */
    put: (kind: Kind, id: string, row: Row | undefined): void => keep(nameOf(kind, id), row),
    /** To be called where something else was written. */
    forget(): void {
      newer.clear();
      older.clear();
      size = 0;
    },
  };
}
