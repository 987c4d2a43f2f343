import { type Graph, neighbours, partsOf, type Step, type Way } from './dependencies.js';

/** Shortest paths from one object to another. */
export interface Paths<C> {
  /** Steps of each path, from the start; all paths have the same length. */
  paths: readonly (readonly Step<C>[])[];
  /** Whether there are more paths than requested. */
  hasMore: boolean;
}

/**
 * Finds the shortest paths from an object to another object or one of its descendants. Returns no paths if the goal is
 * unreachable, or if one object is an ancestor of the other.
 *
 * @param most maximum number of paths to return
 */
export function shortestPaths<C>(
  graph: Graph<C>,
  start: string,
  goal: string,
  { way = 'out', most = 10 }: { way?: Way; most?: number } = {},
): Paths<C> {
  const goals = partsOf(graph, goal);
  const own = partsOf(graph, start);
  if (goals.has(start) || own.has(goal)) return { paths: [], hasMore: false };
  const arriving = new Map<string, { of: string; step: Step<C> }[]>();
  const seen = new Set(own);
  let level = [start];
  while (level.length > 0 && ![...goals].some((id) => arriving.has(id))) {
    const next = new Map<string, { of: string; step: Step<C> }[]>();
    for (const of of level) {
      for (const step of neighbours(graph, of, way)) {
        if (seen.has(step.far)) continue;
        const found = next.get(step.far) ?? [];
        found.push({ of, step });
        next.set(step.far, found);
      }
    }
    for (const [id, found] of next) {
      seen.add(id);
      arriving.set(id, found);
    }
    level = [...next.keys()];
  }
  return collectPaths(
    [...goals].filter((id) => arriving.has(id)),
    arriving,
    start,
    most,
  );
}

/** Collects paths backwards from each end until the limit is reached. */
function collectPaths<C>(
  ends: readonly string[],
  arriving: ReadonlyMap<string, readonly { of: string; step: Step<C> }[]>,
  start: string,
  most: number,
): Paths<C> {
  const paths: Step<C>[][] = [];
  const open: { at: string; steps: Step<C>[] }[] = ends.map((at) => ({ at, steps: [] })).reverse();
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { at, steps } = one;
    if (at === start) {
      if (paths.length === most) return { paths, hasMore: true };
      paths.push(steps);
      continue;
    }
    for (const { of, step } of [...(arriving.get(at) ?? [])].reverse())
      open.push({ at: of, steps: [step, ...steps] });
  }
  return { paths, hasMore: false };
}
