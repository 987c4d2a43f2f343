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
 * again and again; asking the database takes longer than parsing what it answers.
 */
export function rowCache(read: (kind: Kind, id: string) => Row | undefined) {
  const known = new Map<string, Row | undefined>();
  let total = 0;
  const nameOf = (kind: Kind, id: string): string => `${kind} ${id}`;
  const sizeOf = (name: string, row: Row | undefined): number => EACH + name.length + (row?.data.length ?? 0);
  const drop = (name: string): void => {
    if (!known.has(name)) return;
    total -= sizeOf(name, known.get(name));
    known.delete(name);
  };
  const keep = (name: string, row: Row | undefined): void => {
    drop(name);
    const size = sizeOf(name, row);
    if (size > LONGEST) return;
    known.set(name, row);
    total += size;
    for (const oldest of known.keys()) {
      if (total <= MOST) break;
      drop(oldest);
    }
  };
  return {
    get(kind: Kind, id: string): Row | undefined {
      const name = nameOf(kind, id);
      const isKnown = known.has(name);
      const row = isKnown ? known.get(name) : read(kind, id);
      // Used last, dropped last.
      keep(name, row);
      return row;
    },
    /** To be called with what was written, or undefined for what was removed. */
    put: (kind: Kind, id: string, row: Row | undefined): void => keep(nameOf(kind, id), row),
    /** To be called where something else was written. */
    forget(): void {
      known.clear();
      total = 0;
    },
  };
}
