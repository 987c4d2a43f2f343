import { type Element, elementOf, elementsOf, type Model } from '../../document/element.js';
import { idsAt, textAt } from '../../validate/facts.js';
import { climber } from '../seats.js';
import { type Use, usesOf } from '../uses.js';

/** What of a model a picture shows: all of it, or what is around one object, down to some level. */

export const LEVELS = ['system', 'app', 'component'] as const;
export type Level = (typeof LEVELS)[number];

export interface GraphAim {
  /** Id of the object it is about; all objects without one. */
  focus?: string;
  /** So many connections away. */
  depth: number;
  direction: 'in' | 'out' | 'both';
  /** What is deeper is drawn as what it is in. */
  level?: Level;
  /** What makes a connection look different from others between the same two, besides what it says of itself. */
  lookOf?: (connectionId: string) => string | undefined;
}

/** A line of the picture: connections that look the same, or all between two boxes that stand for more. */
export interface Line {
  from: string;
  to: string;
  /** Id of the object that carries it. */
  via?: string;
  connections: readonly Element[];
  direction?: string;
  status?: string;
}

export interface Chosen {
  /** What is drawn, with what it is in, in the order of the model. */
  objects: readonly Element[];
  lines: readonly Line[];
  /** What each object of the model is drawn as. */
  seatOf(objectId: string): string | undefined;
}

const SYSTEMS = ['actor', 'system', 'group'];
const SHOWN: Readonly<Record<Level, ReadonlySet<unknown>>> = {
  system: new Set(SYSTEMS),
  app: new Set([...SYSTEMS, 'app', 'store']),
  component: new Set([...SYSTEMS, 'app', 'store', 'component']),
};

/** Takes as long as the model is large. */
export function choose(model: Model, aim: GraphAim): Chosen {
  const { level } = aim;
  const seatOf = climber(model, ({ id, fields }) =>
    level === undefined || SHOWN[level].has(fields.type) ? id : undefined,
  );
  const uses = usesOf(model).flatMap(({ connection, ...use }): Use[] => {
    const [from, to] = [seatOf(use.from), seatOf(use.to)];
    const isInside = from === to && use.from !== use.to;
    return from === undefined || to === undefined || isInside ? [] : [{ connection, from, to }];
  });
  const focus = aim.focus === undefined ? undefined : seatOf(aim.focus);
  const seats = elementsOf(model, 'object').filter(({ id }) => seatOf(id) === id);
  if (focus === undefined) {
    const lines = linesOf(uses, aim, seatOf);
    const needed = new Set([
      ...seats.map(({ fields }) => textAt(fields, 'parent')),
      ...elementsOf(model, 'object').flatMap(({ fields }) => idsAt(fields, 'groups')),
      ...lines.flatMap(({ from, to }) => [from, to]),
    ]);
    // A group without content, members and connections shows nothing.
    const objects = seats.filter(({ id, fields }) => fields.type !== 'group' || needed.has(id));
    return { objects, lines, seatOf };
  }
  const insideOf = climber(model, ({ id }) => (id === focus ? id : undefined));
  const isMember = ({ fields }: Element): boolean => idsAt(fields, 'groups').includes(focus);
  const start = seats.filter((it) => insideOf(it.id) !== undefined || isMember(it)).map(({ id }) => id);
  const { shown, walked } = walk(uses, start, aim);
  const lines = linesOf(walked, aim, seatOf);
  for (const { via } of lines) if (via !== undefined) shown.add(via);
  // Iteration of a set includes what is added meanwhile.
  for (const id of shown) {
    const { fields = {} } = elementOf(model, 'object', id) ?? {};
    for (const around of [textAt(fields, 'parent'), ...idsAt(fields, 'groups')])
      if (around !== undefined && elementOf(model, 'object', around)) shown.add(around);
  }
  return { objects: seats.filter(({ id }) => shown.has(id)), lines, seatOf };
}

/** What is reached from where it starts, and the uses that it took. */
function walk(uses: readonly Use[], start: readonly string[], { depth, direction }: GraphAim) {
  const ways = new Map<string, { use: Use; to: string }[]>();
  const add = (from: string, way: { use: Use; to: string }): void => {
    const known = ways.get(from);
    if (known) known.push(way);
    else ways.set(from, [way]);
  };
  for (const use of uses) {
    if (direction !== 'in') add(use.from, { use, to: use.to });
    if (direction !== 'out') add(use.to, { use, to: use.from });
  }
  const shown = new Set(start);
  const walked = new Set<Use>();
  let edge: readonly string[] = start;
  for (let step = 0; step < depth && edge.length > 0; step += 1) {
    const next: string[] = [];
    for (const { use, to } of edge.flatMap((id) => ways.get(id) ?? [])) {
      walked.add(use);
      if (!shown.has(to)) next.push(to);
      shown.add(to);
    }
    edge = next;
  }
  return { shown, walked: [...walked] };
}

interface Gathered {
  from: string;
  to: string;
  via: string | undefined;
  connections: Set<Element>;
  /** Whether some lead back: told of lines that stand for more than one. */
  isBoth: boolean;
}

/**
 * Connections that differ in their words only are one line: side by side they would be a band that hides the others. Where
 * boxes stand for what is in them, all between two are one.
 */
function linesOf(uses: readonly Use[], { level, lookOf }: GraphAim, seatOf: Chosen['seatOf']): Line[] {
  const lines = new Map<string, Gathered>();
  for (const { connection, from, to } of uses) {
    const look = level === undefined ? [...looks(connection), lookOf?.(connection.id)] : [];
    const isOneWay = level === undefined && connection.fields.direction !== 'bidirectional';
    const broker = seatOf(textAt(connection.fields, 'via') ?? '');
    const via = broker === from || broker === to ? undefined : broker;
    const key = JSON.stringify([isOneWay ? [from, to] : [from, to].sort(), via, look]);
    const line = lines.get(key) ?? { from, to, via, connections: new Set(), isBoth: false };
    line.connections.add(connection);
    if (line.from !== from) line.isBoth = true;
    lines.set(key, line);
  }
  return [...lines.values()].map((it) => lineOf(it, level));
}

const looks = ({ fields }: Element) => [textAt(fields, 'direction'), textAt(fields, 'status')];

function lineOf({ from, to, via, connections, isBoth }: Gathered, level: Level | undefined): Line {
  const [first] = connections;
  const isMixed = level !== undefined && connections.size > 1;
  const [direction, status] = isMixed || !first ? [isBoth ? 'bidirectional' : 'outgoing'] : looks(first);
  return {
    from,
    to,
    ...(via !== undefined && { via }),
    connections: [...connections],
    ...(direction !== undefined && { direction }),
    ...(status !== undefined && { status }),
  };
}
