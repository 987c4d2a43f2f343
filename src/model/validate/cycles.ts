/**
 * Finds the cycles of a graph. Each is returned once, starting at its first node; references to unknown nodes are
 * ignored.
 */
export function cyclesIn(
  nodes: Iterable<string>,
  next: (node: string) => readonly string[],
): (readonly string[])[] {
  const finished = new Set<string>();
  const found: string[][] = [];
  for (const start of nodes) if (!finished.has(start)) followFrom(start, next, finished, found);
  return found;
}

/** Iterative: a chain of parents can be as long as a file. */
function followFrom(
  start: string,
  next: (node: string) => readonly string[],
  finished: Set<string>,
  found: string[][],
): void {
  const path = [start];
  const at = new Map([[start, 0]]);
  const pending = [[...next(start)]];
  while (path.length > 0) {
    const node = pending.at(-1)?.pop();
    if (node === undefined) {
      const last = path.pop() as string;
      pending.pop();
      at.delete(last);
      finished.add(last);
      continue;
    }
    const before = at.get(node);
    if (before !== undefined) found.push(path.slice(before));
    else if (!finished.has(node)) {
      at.set(node, path.length);
      path.push(node);
      pending.push([...next(node)]);
    }
  }
}
