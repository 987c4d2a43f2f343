/** Helpers over a child-to-parent map, the form nesting is kept in. */
export type Parents = Map<string, string | null>;

/** The parents of `id`, nearest first; stops where a cycle would begin. */
export function ancestors(parents: Parents, id: string): string[] {
  const found: string[] = [];
  const seen = new Set([id]);
  for (let at = parents.get(id) ?? null; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    seen.add(at);
    found.push(at);
  }
  return found;
}

/** The deepest container that holds all of `ids`; null where only the canvas does. */
export function commonContainer(parents: Parents, ids: readonly string[]): string | null {
  const [first, ...rest] = ids.map((id) => ancestors(parents, id));
  return first?.find((id) => rest.every((chain) => chain.includes(id))) ?? null;
}

/** Cuts every cycle at the object where it is met first, so that hostile data still has a top. */
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
