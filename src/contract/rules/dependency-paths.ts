import { BOOLEAN, checkOptions, LIMIT, required } from '../../base/check-options.js';
import { push } from '../../base/grouped.js';
import { requireArguments } from '../../base/require-arguments.js';
import { type Graph, neighbours, partsOf, type Step, walk } from './dependencies.js';

/** A path over objects: for each hop, the connections between two objects; there is at least one. */
export type Route<C> = readonly (readonly Step<C>[])[];

/** Result of `routesBetween`. */
export interface Routes<C> {
  /** Shortest first; no route visits an object twice. */
  routes: readonly Route<C>[];
  /** Whether there are more routes than requested. */
  hasMore: boolean;
}

/** Options of `routesBetween`. */
export interface RouteOptions {
  /** Maximum number of routes. */
  most: number;
  /** Return only routes of the shortest length. */
  shortestOnly?: boolean;
}

/** Maximum number of partial routes that a search extends: the number of routes grows exponentially. */
const MAX_EXTENDED = 20_000;

/**
 * Finds routes from an object to another object or one of its descendants, by best-first search with the exact distance
 * to the goal as lower bound. Returns no routes if the goal is unreachable, or if one object contains the other.
 */
export function routesBetween<C>(
  graph: Graph<C>,
  start: string,
  goal: string,
  options: RouteOptions,
): Routes<C> {
  requireArguments('routesBetween', { hops: graph, startId: start, goalId: goal });
  checkOptions('routesBetween', options, { most: required(LIMIT), shortestOnly: BOOLEAN });
  const { most, shortestOnly = false } = options;
  const goals = partsOf(graph, goal);
  if (goals.has(start) || partsOf(graph, start).has(goal)) return { routes: [], hasMore: false };
  const hops = hopsFrom(graph, start);
  const distances = distancesTo(goals, hops);
  const shortest = distances.get(start);
  if (shortest === undefined) return { routes: [], hasMore: false };
  const routes: Route<C>[] = [];
  /** Partial routes by the least length of a complete one. */
  const open: PartialRoute<C>[][] = [];
  open[shortest] = [{ at: start, visited: new Set([start]), route: [] }];
  let extended = 0;
  for (let length = shortest; length < open.length; length += 1) {
    if (shortestOnly && length > shortest) break;
    const queue = open[length] ?? [];
    for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
      const { at, visited, route } = one;
      if (goals.has(at)) {
        if (routes.length === most) return { routes, hasMore: true };
        routes.push(route);
        continue;
      }
      extended += 1;
      if (extended > MAX_EXTENDED) return { routes, hasMore: true };
      // Reversed, because the queue is a stack: the first hop is extended first.
      for (const [far, steps] of [...(hops.get(at) ?? [])].reverse()) {
        const rest = distances.get(far);
        if (rest === undefined || visited.has(far)) continue;
        const least = route.length + 1 + rest;
        open[least] ??= [];
        open[least].push({ at: far, visited: new Set([...visited, far]), route: [...route, steps] });
      }
    }
  }
  return { routes, hasMore: false };
}

interface PartialRoute<C> {
  at: string;
  visited: ReadonlySet<string>;
  route: Route<C>;
}

type Hops<C> = ReadonlyMap<string, ReadonlyMap<string, Step<C>[]>>;

/** Steps that can be reached from an object, by start and end. */
function hopsFrom<C>(graph: Graph<C>, start: string): Hops<C> {
  const hops = new Map<string, Map<string, Step<C>[]>>();
  for (const of of walk(graph, start, 'out').reached.keys()) {
    const ends = new Map<string, Step<C>[]>();
    for (const step of neighbours(graph, of, 'out')) push(ends, step.far, step);
    hops.set(of, ends);
  }
  return hops;
}

/** Number of hops from each object to the nearest goal. */
function distancesTo<C>(goals: ReadonlySet<string>, hops: Hops<C>): Map<string, number> {
  const before = new Map<string, string[]>();
  for (const [of, ends] of hops) for (const far of ends.keys()) push(before, far, of);
  const distances = new Map([...goals].map((id) => [id, 0]));
  // The map is the queue: entries added during iteration are visited as well.
  for (const [id, distance] of distances)
    for (const of of before.get(id) ?? []) if (!distances.has(of)) distances.set(of, distance + 1);
  return distances;
}

/** Shortest paths from one object to another. */
export interface Paths<C> {
  /** Steps of each path, from the start; all paths have the same length. */
  paths: readonly (readonly Step<C>[])[];
  /** Whether there are more paths than requested. */
  hasMore: boolean;
}

/**
 * Finds the shortest paths from an object to another object or one of its descendants; parallel connections are
 * separate paths. Returns no paths if the goal is unreachable, or if one object is an ancestor of the other.
 */
export function shortestPaths<C>(graph: Graph<C>, start: string, goal: string, most = 10): Paths<C> {
  const { routes, hasMore } = routesBetween(graph, start, goal, { most, shortestOnly: true });
  const paths: Step<C>[][] = [];
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      if (paths.length === most) return { paths, hasMore: true };
      paths.push(path);
    }
  }
  return { paths, hasMore };
}

/** Every choice of one connection for each hop. */
function* pathsOf<C>([hop, ...rest]: Route<C>): Generator<Step<C>[]> {
  if (hop === undefined) yield [];
  else for (const step of hop) for (const others of pathsOf(rest)) yield [step, ...others];
}
