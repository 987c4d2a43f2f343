import type { Kind } from '../../contract/records.js';

/** A record as stored. */
export interface Row {
  seq: number;
  data: string;
}

/** Size limit of the cache, and of one record, in characters. Contents of large diagrams are not cached. */
const MOST = 16_000_000;
const LONGEST = 100_000;
/** Overhead of one entry, in characters. Cached misses take memory too. */
const EACH = 100;

/**
 * Cache of recently read or written rows, including misses. One write reads the same few records repeatedly, and a
 * database query takes longer than parsing its result. The cache approximates LRU with two generations: entries that
 * are used move to the newer one, and when that is full, the older one is discarded as a whole. Evicting single entries
 * from the front of a Map would leave gaps that each later iteration has to skip.
 */
export function rowCache(read: (kind: Kind, id: string) => Row | undefined) {
  let newer = new Map<string, Row | undefined>();
  let older = new Map<string, Row | undefined>();
  /** Size of the newer generation, in characters. */
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
    /** Caches a written row, or undefined for a deleted one. */
    put: (kind: Kind, id: string, row: Row | undefined): void => keep(nameOf(kind, id), row),
    /** Clears the cache. Call it after writes that bypass it. */
    forget(): void {
      newer.clear();
      older.clear();
      size = 0;
    },
  };
}
