/** Functions on a child-to-parent map, which represents the nesting. */
export type Parents = Map<string, string | null>;

/** Ancestors of `id`, nearest first; stops at a cycle. */
export function ancestors(parents: Parents, id: string): string[] {
  const found: string[] = [];
  const seen = new Set([id]);
  for (let at = parents.get(id) ?? null; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    seen.add(at);
    found.push(at);
  }
  return found;
}

/** Lowest common ancestor of all `ids`; null if that is the canvas. */
export function commonContainer(parents: Parents, ids: readonly string[]): string | null {
  const [first, ...rest] = ids.map((id) => ancestors(parents, id));
  return first?.find((id) => rest.every((chain) => chain.includes(id))) ?? null;
}

/** Breaks every cycle at the first object found in it, so that each object has a root even in invalid data. */
export function cutCycles(parents: Parents): void {
  for (const id of parents.keys()) {
    const seen = new Set<string>();
    let at: string | null = id;
    while (at !== null && !seen.has(at)) {
      seen.add(at);
      at = parents.get(at) ?? null;
    }
    if (at !== null) parents.set(at, null);
  }
}
