/**
 * Finds the cycles of a graph. Each is returned once, starting at its first node; references to unknown nodes are
 * ignored.
 */
export function circlesAmong(
  nodes: Iterable<string>,
  next: (node: string) => readonly string[],
): (readonly string[])[] {
  const done = new Set<string>();
  const found: string[][] = [];
  for (const start of nodes) if (!done.has(start)) follow(start, next, done, found);
  return found;
}

/** Iterative: a chain of parents can be as long as a file. */
function follow(
  start: string,
  next: (node: string) => readonly string[],
  done: Set<string>,
  found: string[][],
): void {
  const way = [start];
  const at = new Map([[start, 0]]);
  const left = [[...next(start)]];
  while (way.length > 0) {
    const node = left.at(-1)?.pop();
    if (node === undefined) {
      const last = way.pop() as string;
      left.pop();
      at.delete(last);
      done.add(last);
      continue;
    }
    const before = at.get(node);
    if (before !== undefined) found.push(way.slice(before));
    else if (!done.has(node)) {
      at.set(node, way.length);
      way.push(node);
      left.push([...next(node)]);
    }
  }
}
