import type { LinkFrom } from '../../contract/records.js';

/** Cached lists per kind, and the longest list that is cached. */
const MOST = 5_000;
const LONGEST = 256;

/**
 * Cache of references, by the kind of the referring record: a write to one kind leaves the entries of other kinds
 * valid.
 */
export function linkCache() {
  const kinds = new Map<string, Map<string, readonly LinkFrom[]>>();
  return {
    /** The cached list, or the result of `read`. */
    get(kind: string, name: string, read: () => readonly LinkFrom[]): readonly LinkFrom[] {
      const known = kinds.get(kind) ?? new Map<string, readonly LinkFrom[]>();
      const found = known.get(name);
      if (found) return found;
      const links = read();
      if (links.length > LONGEST) return links;
      if (known.size >= MOST) known.clear();
      kinds.set(kind, known.set(name, links));
      return links;
    },
    /** Invalidates the entries of a kind, or all entries. */
    forget(kind?: string): void {
      if (kind === undefined) kinds.clear();
      else kinds.delete(kind);
    },
  };
}
