/** Finds cycles in a graph of uses. */

/** A strongly connected component of more than one node. */
export interface Cycle {
  members: readonly string[];
  /** A shortest cycle through the first member; its start is not repeated at the end. */
  path: readonly string[];
}

type Successors = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * All cycles of a graph, one per strongly connected component; self-references are ignored. Linear in the number of
 * edges.
 */
export function cyclesAmong(next: Successors): Cycle[] {
  return componentsOf(next)
    .filter((members) => members.length > 1)
    .map((members) => ({ members, path: shortestCycle(members, next) }));
}

interface Visit {
  node: string;
  successors: Iterator<string>;
}

/** Strongly connected components, members in order of discovery. Iterative, because a path can be as long as a file. */
function componentsOf(next: Successors): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  const enter = (node: string): Visit => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    open.push(node);
    isOpen.add(node);
    return { node, successors: (next.get(node) ?? new Set<string>()).values() };
  };
  const lower = (node: string, to: number): void => {
    low.set(node, Math.min(low.get(node) ?? to, to));
  };
  const leave = (node: string): void => {
    if (low.get(node) !== index.get(node)) return;
    const members = open.splice(open.lastIndexOf(node));
    for (const it of members) isOpen.delete(it);
    found.push(members);
  };
  for (const start of next.keys()) {
    if (index.has(start)) continue;
    const stack = [enter(start)];
    for (let at = stack.at(-1); at; at = stack.at(-1)) {
      const { value: to, done } = at.successors.next();
      if (!done) {
        if (!index.has(to)) stack.push(enter(to));
        else if (isOpen.has(to)) lower(at.node, index.get(to) ?? 0);
        continue;
      }
      leave(at.node);
      stack.pop();
      const above = stack.at(-1);
      if (above) lower(above.node, low.get(at.node) ?? 0);
    }
  }
  return found;
}

/** Breadth-first search: the first path back is a shortest one. */
function shortestCycle(members: readonly string[], next: Successors): string[] {
  const [start = ''] = members;
  const inside = new Set(members);
  const cameFrom = new Map<string, string | undefined>([[start, undefined]]);
  // Iterating over the map includes keys that are added meanwhile.
  for (const node of cameFrom.keys())
    for (const to of next.get(node) ?? []) {
      if (to === start && node !== start) return pathTo(node, cameFrom);
      if (inside.has(to) && !cameFrom.has(to)) cameFrom.set(to, node);
    }
  return [...members];
}

function pathTo(end: string, cameFrom: ReadonlyMap<string, string | undefined>): string[] {
  const path: string[] = [];
  for (let at: string | undefined = end; at !== undefined; at = cameFrom.get(at)) path.push(at);
  return path.reverse();
}
