import { push } from '../../../base/grouped.js';
import { ancestorLookup } from '../../document/containers.js';
import { type Element, elementOf, elementsOf, idsAt, type Model, textAt } from '../../document/element.js';
import { type Use, usesOf } from '../uses.js';

/**
 * Selects the part of a model that a picture shows: everything, or the neighbourhood of one object, down to a level of
 * detail.
 */

export const LEVELS = ['system', 'app', 'component'] as const;
export type Level = (typeof LEVELS)[number];

export interface GraphRequest {
  /** Id of the object in the centre; without it, all objects are shown. */
  focus?: string;
  /** Maximum number of connections from the centre. */
  depth: number;
  direction: 'in' | 'out' | 'both';
  /** Objects below this level are represented by their ancestor. */
  level?: Level;
  /** A key for the appearance of a connection: connections with different keys are drawn as separate lines. */
  appearanceOf?: (connectionId: string) => string | undefined;
}

/** A line of the picture: connections with the same appearance, or all connections between boxes of a level. */
export interface Line {
  from: string;
  to: string;
  /** Id of the intermediate object. */
  via?: string;
  connections: readonly Element[];
  direction?: string;
  status?: string;
}

export interface GraphSelection {
  /** Drawn objects with their ancestors, in the order of the model. */
  objects: readonly Element[];
  lines: readonly Line[];
  /** The object that represents an object in the picture. */
  representativeOf(objectId: string): string | undefined;
}

const SYSTEMS = ['actor', 'system', 'group'];
const SHOWN: Readonly<Record<Level, ReadonlySet<unknown>>> = {
  system: new Set(SYSTEMS),
  app: new Set([...SYSTEMS, 'app', 'store']),
  component: new Set([...SYSTEMS, 'app', 'store', 'component']),
};

/** Selects the objects and lines of a picture. Linear in the size of the model. */
export function selectGraph(model: Model, aim: GraphRequest): GraphSelection {
  const { level } = aim;
  const representativeOf = ancestorLookup(model, ({ id, fields }) =>
    level === undefined || SHOWN[level].has(fields.type) ? id : undefined,
  );
  const uses = usesOf(model).flatMap(({ connection, ...use }): Use[] => {
    const [from, to] = [representativeOf(use.from), representativeOf(use.to)];
    const isInside = from === to && use.from !== use.to;
    return from === undefined || to === undefined || isInside ? [] : [{ connection, from, to }];
  });
  const focus = aim.focus === undefined ? undefined : representativeOf(aim.focus);
  const representatives = elementsOf(model, 'object').filter(({ id }) => representativeOf(id) === id);
  if (focus === undefined) {
    const lines = linesOf(uses, aim, representativeOf);
    const needed = new Set([
      ...representatives.map(({ fields }) => textAt(fields, 'parent')),
      ...elementsOf(model, 'object').flatMap(({ fields }) => idsAt(fields, 'groups')),
      ...lines.flatMap(({ from, to }) => [from, to]),
    ]);
    // Groups without content, members and connections are left out.
    const objects = representatives.filter(({ id, fields }) => fields.type !== 'group' || needed.has(id));
    return { objects, lines, representativeOf };
  }
  const insideOf = ancestorLookup(model, ({ id }) => (id === focus ? id : undefined));
  const isMember = ({ fields }: Element): boolean => idsAt(fields, 'groups').includes(focus);
  const start = representatives
    .filter((it) => insideOf(it.id) !== undefined || isMember(it))
    .map(({ id }) => id);
  const { shown, walked } = neighbourhood(uses, start, aim);
  const lines = linesOf(walked, aim, representativeOf);
  for (const { via } of lines) if (via !== undefined) shown.add(via);
  // Iterating over the set includes ids that are added meanwhile.
  for (const id of shown) {
    const { fields = {} } = elementOf(model, 'object', id) ?? {};
    for (const around of [textAt(fields, 'parent'), ...idsAt(fields, 'groups')])
      if (around !== undefined && elementOf(model, 'object', around)) shown.add(around);
  }
  return { objects: representatives.filter(({ id }) => shown.has(id)), lines, representativeOf };
}

/** The objects that can be reached from the start, and the uses on the way. */
function neighbourhood(uses: readonly Use[], start: readonly string[], { depth, direction }: GraphRequest) {
  const neighbours = new Map<string, { use: Use; to: string }[]>();
  for (const use of uses) {
    if (direction !== 'in') push(neighbours, use.from, { use, to: use.to });
    if (direction !== 'out') push(neighbours, use.to, { use, to: use.from });
  }
  const shown = new Set(start);
  const walked = new Set<Use>();
  let frontier: readonly string[] = start;
  for (let step = 0; step < depth && frontier.length > 0; step += 1) {
    const next: string[] = [];
    for (const { use, to } of frontier.flatMap((id) => neighbours.get(id) ?? [])) {
      walked.add(use);
      if (!shown.has(to)) next.push(to);
      shown.add(to);
    }
    frontier = next;
  }
  return { shown, walked: [...walked] };
}

interface MergedLine {
  from: string;
  to: string;
  via: string | undefined;
  connections: Set<Element>;
  /** Whether the line represents several connections, some of them in the opposite direction. */
  isBoth: boolean;
}

/**
 * Merges connections that differ only in their names: side by side they would form a band that hides others. If boxes
 * represent several objects, all connections between two boxes are one line.
 */
function linesOf(
  uses: readonly Use[],
  { level, appearanceOf }: GraphRequest,
  representativeOf: GraphSelection['representativeOf'],
): Line[] {
  const lines = new Map<string, MergedLine>();
  for (const { connection, from, to } of uses) {
    const look = level === undefined ? [...appearance(connection), appearanceOf?.(connection.id)] : [];
    const isOneWay = level === undefined && connection.fields.direction !== 'bidirectional';
    const broker = representativeOf(textAt(connection.fields, 'via') ?? '');
    const via = broker === from || broker === to ? undefined : broker;
    const key = JSON.stringify([isOneWay ? [from, to] : [from, to].sort(), via, look]);
    const line = lines.get(key) ?? { from, to, via, connections: new Set(), isBoth: false };
    line.connections.add(connection);
    if (line.from !== from) line.isBoth = true;
    lines.set(key, line);
  }
  return [...lines.values()].map((it) => lineOf(it, level));
}

const appearance = ({ fields }: Element) => [textAt(fields, 'direction'), textAt(fields, 'status')];

function lineOf({ from, to, via, connections, isBoth }: MergedLine, level: Level | undefined): Line {
  const [first] = connections;
  const isMixed = level !== undefined && connections.size > 1;
  const [direction, status] = isMixed || !first ? [isBoth ? 'bidirectional' : 'outgoing'] : appearance(first);
  return {
    from,
    to,
    ...(via !== undefined && { via }),
    connections: [...connections],
    ...(direction !== undefined && { direction }),
    ...(status !== undefined && { status }),
  };
}
