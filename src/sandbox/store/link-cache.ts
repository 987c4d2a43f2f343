import type { LinkFrom } from '../../contract/records.js';

/** Lists that are kept of each kind, and how long one may be. */
const MOST = 5_000;
const LONGEST = 256;

/**
 * References that were asked for, by the kind of what refers: a write of one kind is no news for what others refer to.
 */
export function linkCache() {
  const kinds = new Map<string, Map<string, readonly LinkFrom[]>>();
  return {
    /** What is known under a name, or what `read` finds. */
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
    /** To be called where references of a kind changed; without one, where any did. */
    forget(kind?: string): void {
      if (kind === undefined) kinds.clear();
      else kinds.delete(kind);
    },
  };
}
