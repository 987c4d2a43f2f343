/**
 * Who uses whom, read off the connections of a version (docs/service.md#dependencies). A connection of something inside
 * an object counts as the object's; one between two things inside it is nobody else's business. Pure.
 */

/** What the graph asks of a model object. */
export interface GraphObject {
  id: string;
  parentId?: string | null | undefined;
}

/** What the graph asks of a model connection. */
export interface GraphConnection {
  id: string;
  originId: string;
  targetId: string;
  viaId?: string | null | undefined;
  /** `bidirectional` goes both ways; any other goes from origin to target, with an arrow or without. */
  direction?: string | null | undefined;
}

/** Towards those that use an object (`in`), or those it uses (`out`). */
export type Way = 'in' | 'out';

/** A way that a connection goes between two objects, as it says itself. */
export interface Hop<C> {
  connection: C;
  from: string;
  to: string;
}

/** A hop as an object sees it. */
export interface Step<C> extends Hop<C> {
  /** The end at this side: the object itself, or what is inside it. */
  near: string;
  /** The end at the other side. */
  far: string;
}

export interface Graph<C> {
  readonly hops: Readonly<Record<Way, ReadonlyMap<string, readonly Hop<C>[]>>>;
  readonly children: ReadonlyMap<string, readonly string[]>;
}

export interface GraphOptions {
  /** What a connection goes through is a stop of its own: it is used by the origin, and uses the target. */
  via?: boolean | undefined;
}

/** The graph of these records. Ends that no record has are objects too, with nothing inside. */
export function graphOf<C extends GraphConnection>(
  objects: Iterable<GraphObject>,
  connections: Iterable<C>,
  { via = false }: GraphOptions = {},
): Graph<C> {
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
  // Through a stop back to where it began, both ways are the same hops.
  return [...there, ...back.filter((it) => !there.some(({ from, to }) => from === it.from && to === it.to))];
}

function add<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** An object with everything inside it, itself first. */
export function partsOf({ children }: Pick<Graph<unknown>, 'children'>, id: string): Set<string> {
  const parts = new Set([id]);
  for (const part of parts) for (const child of children.get(part) ?? []) parts.add(child);
  return parts;
}

/** What an object uses or is used by, a step for each connection, in the order of its parts. */
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

/** A step that a walk took. */
export interface WalkedStep<C> extends Step<C> {
  /** The object it was taken from. */
  of: string;
  /** 1 for a step from the start. */
  depth: number;
  /**
   * What the far end is: reached for the `first` time, reached `again`, or a `circle` that leads back to an object
   * which this step was reached through.
   */
  finds: 'first' | 'again' | 'circle';
}

export interface Walk<C> {
  /** How many steps each object is away, the start with 0; in the order they were reached. */
  reached: ReadonlyMap<string, number>;
  steps: readonly WalkedStep<C>[];
  /** Whether the depth left something out. */
  isCut: boolean;
}

/** Everything that an object uses, or is used by, over at most `depth` steps; each object is gone on from once. */
export function walk<C>(graph: Graph<C>, start: string, way: Way, depth = Number.POSITIVE_INFINITY): Walk<C> {
  const own = partsOf(graph, start);
  const reached = new Map([[start, 0]]);
  const cameFrom = new Map<string, string>();
  const steps: WalkedStep<C>[] = [];
  let isCut = false;
  const isAround = (id: string, of: string): boolean => {
    for (let at: string | undefined = of; at !== undefined; at = cameFrom.get(at)) if (at === id) return true;
    return own.has(id);
  };
  // What is set while it is gone through is gone through as well.
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
        cameFrom.set(step.far, of);
      }
      const finds = isFirst ? 'first' : isAround(step.far, of) ? 'circle' : 'again';
      steps.push({ ...step, of, depth: before + 1, finds });
    }
  }
  return { reached, steps, isCut };
}
