import { BOOLEAN, checkOptions } from '../../base/check-options.js';
import { requireArguments } from '../../base/require-arguments.js';

/**
 * Dependency graph from the connections of a version (docs/service.md#dependencies). Connections of an object's
 * descendants count as its own; connections between its descendants are internal and ignored. Pure.
 */

/** Fields of a model object that the graph needs. */
export interface GraphObject {
  id: string;
  parentId?: string | null | undefined;
}

/** Fields of a model connection that the graph needs. */
export interface GraphConnection {
  id: string;
  originId: string;
  targetId: string;
  viaId?: string | null | undefined;
  /** `bidirectional` adds an edge in both directions; any other value adds one from origin to target. */
  direction?: string | null | undefined;
}

/** Direction: incoming edges (`in`) lead to the object's dependents, outgoing edges (`out`) to its dependencies. */
export type Way = 'in' | 'out';

/** A directed edge of a connection between the two objects that it names. */
export interface Hop<C> {
  /** The connection. */
  connection: C;
  /** Id of the object at the start. */
  from: string;
  /** Id of the object at the end. */
  to: string;
}

/** An edge as seen from one object. */
export interface Step<C> extends Hop<C> {
  /** The near end: the object itself or one of its descendants. */
  near: string;
  /** The far end. */
  far: string;
}

/** Connections of a version by object. */
export interface Graph<C> {
  /** Edges by direction and object. */
  readonly hops: Readonly<Record<Way, ReadonlyMap<string, readonly Hop<C>[]>>>;
  /** Ids of the children of each object. */
  readonly children: ReadonlyMap<string, readonly string[]>;
}

/** Options of `graphOf`. */
export interface GraphOptions {
  /** Treat the object in `viaId` as an intermediate node: the origin uses it, and it uses the target. */
  via?: boolean | undefined;
}

/** Builds the graph of these records. Ends without a record become nodes without children. */
export function graphOf<C extends GraphConnection>(
  objects: Iterable<GraphObject>,
  connections: Iterable<C>,
  options: GraphOptions = {},
): Graph<C> {
  requireArguments('graphOf', { objects, connections });
  checkOptions('graphOf', options, { via: BOOLEAN });
  const { via = false } = options;
  const children = new Map<string, string[]>();
  for (const { id, parentId } of objects) if (typeof parentId === 'string') add(children, parentId, id);
  const hops = { in: new Map<string, Hop<C>[]>(), out: new Map<string, Hop<C>[]>() };
  for (const connection of connections) {
    for (const hop of hopsOf(connection, via)) {
      add(hops.out, hop.from, hop);
      add(hops.in, hop.to, hop);
    }
  }
  return { hops, children };
}

function hopsOf<C extends GraphConnection>(connection: C, via: boolean): Hop<C>[] {
  const { originId, targetId, viaId, direction } = connection;
  const stops = via && typeof viaId === 'string' ? [originId, viaId, targetId] : [originId, targetId];
  const there = stops.slice(1).map((to, at): Hop<C> => ({ connection, from: stops[at] ?? to, to }));
  if (direction !== 'bidirectional') return there;
  const back = there.map(({ from, to }): Hop<C> => ({ connection, from: to, to: from }));
  // If origin and target are the same object, the edges through the intermediate node are the same in both directions.
  return [...there, ...back.filter((it) => !there.some(({ from, to }) => from === it.from && to === it.to))];
}

function add<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** An object and its descendants, the object first. */
export function partsOf({ children }: Pick<Graph<unknown>, 'children'>, id: string): Set<string> {
  const parts = new Set([id]);
  for (const part of parts) for (const child of children.get(part) ?? []) parts.add(child);
  return parts;
}

/** Dependencies or dependents of an object, one step per edge, in the order of its descendants. */
export function neighbours<C>(graph: Graph<C>, id: string, way: Way): Step<C>[] {
  const parts = partsOf(graph, id);
  const steps: Step<C>[] = [];
  for (const near of parts) {
    for (const hop of graph.hops[way].get(near) ?? []) {
      const far = way === 'out' ? hop.to : hop.from;
      if (!parts.has(far)) steps.push({ ...hop, near, far });
    }
  }
  return steps;
}

/** A step of a traversal. */
export interface WalkedStep<C> extends Step<C> {
  /** The object that the step was taken from. */
  of: string;
  /** 1 for a step from the start. */
  depth: number;
  /**
   * Classification of the far end: visited for the `first` time, visited `again`, or a `circle`, that is, an edge back
   * to an object on the path to this step.
   */
  finds: 'first' | 'again' | 'circle';
}

/** Result of `walk`. */
export interface Walk<C> {
  /** Distance of each object in steps, 0 for the start; in breadth-first order. */
  reached: ReadonlyMap<string, number>;
  /** Steps, nearest first. */
  steps: readonly WalkedStep<C>[];
  /** Whether the depth limit omitted objects. */
  isCut: boolean;
}

/** Breadth-first traversal of dependencies or dependents up to `depth` steps; expands each object once. */
export function walk<C>(graph: Graph<C>, start: string, way: Way, depth = Number.POSITIVE_INFINITY): Walk<C> {
  requireArguments('walk', { hops: graph });
  const own = partsOf(graph, start);
  const reached = new Map([[start, 0]]);
  const predecessors = new Map<string, string>();
  const steps: WalkedStep<C>[] = [];
  let isCut = false;
  const closesCycle = (id: string, of: string): boolean => {
    for (let at: string | undefined = of; at !== undefined; at = predecessors.get(at))
      if (at === id) return true;
    return own.has(id);
  };
  // The map is the queue: entries added during iteration are visited as well.
  for (const [of, before] of reached) {
    const found = neighbours(graph, of, way);
    if (before >= depth) {
      isCut ||= found.length > 0;
      continue;
    }
    for (const step of found) {
      const isFirst = !reached.has(step.far) && !own.has(step.far);
      if (isFirst) {
        reached.set(step.far, before + 1);
        predecessors.set(step.far, of);
      }
      const finds = isFirst ? 'first' : closesCycle(step.far, of) ? 'circle' : 'again';
      steps.push({ ...step, of, depth: before + 1, finds });
    }
  }
  return { reached, steps, isCut };
}
