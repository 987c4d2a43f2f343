import { pluralize } from '../../../base/text/words.js';
import type { ModelConnection } from '../../../contract/resources/model-connection.js';
import {
  graphOf,
  partsOf,
  type Walk,
  type WalkedStep,
  type Way,
} from '../../../contract/rules/dependencies.js';
import { LEVELS, levelOf } from '../../../contract/rules/dependency-levels.js';
import { type ObjectGraph, technologiesOf } from '../../../model/sync/object-graph.js';
import { inWidth, type Piece } from '../../../terminal/line.js';
import { drawTree, MAX_LEVELS } from '../../../terminal/tree.js';
import type { LineContext } from '../../../terminal/types.js';
import { connectionPieces } from '../../shared/dependencies/pieces.js';
import type { Walks } from '../../shared/dependencies/steps.js';

type Connected = WalkedStep<ModelConnection>;

interface Node {
  pieces: Piece[];
  /** Number of guides before the line. */
  level: number;
  children: readonly Node[];
}

const HEADS: Readonly<Record<Way, string>> = { out: 'uses', in: 'used by' };

/** Width of the guide of one level. */
const GUIDE = 4;

/** Maximum number of steps on a path in a tree, below the object and its two branches. */
const DEEPEST = MAX_LEVELS - 2;

/** Input of the drawing: the walks without limit, the model that they refer to, and the depth that is shown. */
export interface TreeInput {
  id: string;
  walks: Walks;
  model: ObjectGraph;
  depth: number;
}

interface Drawing extends TreeInput {
  line: LineContext;
  /** The object and its descendants. */
  own: ReadonlySet<string>;
}

/** Tree of an object in both directions. Each object is expanded once, and listed by name where it is found again. */
export function dependencyTree(input: TreeInput, line: LineContext): string {
  const { palette, safe, interactive, width } = line;
  const { id, walks, model } = input;
  const own = partsOf(graphOf(model.objects.values(), []), id);
  const drawing = { ...input, line, own, depth: Math.min(input.depth, DEEPEST) };
  const object = model.objects.get(id);
  const around = object?.parentId ? model.pathOf(object.parentId) : '';
  const root: Node = {
    pieces: [
      { text: safe(model.nameOf(id)), paint: palette.bold },
      { text: `  ${safe(object?.type ?? '')}`, paint: palette.dim },
      { text: isTop(object?.parentId, model) ? '' : `  in ${safe(around)}`, paint: palette.dim },
    ],
    level: 0,
    children: walks.map(({ way, walked }) => ({
      pieces: headOf(way, walked, line),
      level: 1,
      children: below(id, 1, branches(walked), drawing),
    })),
  };
  return drawTree(root, {
    label: ({ pieces, level }) =>
      inWidth(pieces, interactive ? width - level * GUIDE : Number.POSITIVE_INFINITY),
    children: ({ children }) => children,
  });
}

const isTop = (parentId: string | null | undefined, { objects }: ObjectGraph): boolean =>
  !parentId || objects.get(parentId)?.type === 'root';

function headOf(way: Way, { reached, steps }: Walk<ModelConnection>, { palette }: LineContext): Piece[] {
  const direct = new Set(steps.flatMap(({ depth, far }) => (depth === 1 ? [far] : []))).size;
  const indirect = [...reached.values()].filter((depth) => depth > 1).length;
  const count = direct === 0 ? 'nothing' : pluralize(direct, 'object');
  const more = indirect === 0 ? '' : `, ${indirect} more indirectly`;
  return [
    { text: HEADS[way], paint: palette.cyan },
    { text: `  ${count}${more}`, paint: palette.dim },
  ];
}

/** Steps by start and end object. */
type Branches = ReadonlyMap<string, ReadonlyMap<string, readonly Connected[]>>;

function branches({ steps }: Walk<ModelConnection>): Branches {
  const found = new Map<string, Map<string, Connected[]>>();
  for (const step of steps) {
    const ends = found.get(step.of) ?? new Map<string, Connected[]>();
    ends.set(step.far, [...(ends.get(step.far) ?? []), step]);
    found.set(step.of, ends);
  }
  return found;
}

/** Lines below an object at a depth: objects found first, then the names of those that the tree has elsewhere. */
function below(id: string, depth: number, all: Branches, drawing: Drawing): Node[] {
  if (depth > drawing.depth) return [];
  const { model, line } = drawing;
  const ends = [...(all.get(id) ?? [])]
    .map(([far, steps]) => ({ far, steps, name: model.nameOf(far) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const isNew = ({ steps }: { steps: readonly Connected[] }): boolean =>
    steps.some(({ finds }) => finds === 'first');
  const known = ends.filter((it) => !isNew(it));
  const nodes = ends.filter(isNew).map(({ far, steps }) => ({
    pieces: endPieces(far, steps, drawing),
    level: depth + 1,
    children: below(far, depth + 1, all, drawing),
  }));
  if (known.length === 0) return nodes;
  // A step back to a part of the object leads to the object.
  const names = new Set(
    known.map(({ far, name }) => (drawing.own.has(far) ? model.nameOf(drawing.id) : name)),
  );
  const also = {
    text: `also ${line.safe([...names].join(', '))} (shown elsewhere)`,
    paint: line.palette.dim,
  };

  return [...nodes, { pieces: [also], level: depth + 1, children: [] }];
}

function endPieces(far: string, steps: readonly Connected[], { model, line }: Drawing): Piece[] {
  const { palette, safe } = line;
  const object = model.objects.get(far);
  const status = object && object.status !== 'live' ? `  ${safe(object.status)}` : '';
  return [
    { text: safe(model.nameOf(far)), paint: palette.bold },
    { text: `  ${safe(object?.type ?? '')}`, paint: palette.dim },
    { text: status, paint: palette.yellow },
    ...foldedPieces(steps, model, line),
  ];
}

/**
 * Connections between two objects and their descendants, on one line: `  "Reads bookings"  SQL`, or for several
 * `  3 connections at 2 levels  "Takes payments", "Authorises fares"  HTTPS`.
 */
function foldedPieces(
  steps: readonly WalkedStep<ModelConnection>[],
  model: ObjectGraph,
  line: Pick<LineContext, 'palette' | 'safe'>,
): Piece[] {
  const { palette, safe } = line;
  // Lifted connections are copies: the names of their original ends are those of the model.
  const originals = new Map(
    steps.map((step) => [step.connection.id, model.connectionOf(step.connection.id) ?? step.connection]),
  );
  const connections = [...originals.values()];
  const [first] = connections;
  const [step] = steps;
  if (first === undefined || step === undefined) return [];
  if (connections.length === 1) {
    const isLifted = [step.of, step.far].some((id) => id !== first.originId && id !== first.targetId);
    const ends = `  (${safe(model.nameOf(first.originId))} → ${safe(model.nameOf(first.targetId))})`;
    return [...connectionPieces(first, model, line), { text: isLifted ? ends : '', paint: palette.dim }];
  }
  const names = [...new Set(connections.map(({ name }) => name))].filter((name) => name !== '');
  const technologies = [...new Set(connections.flatMap(technologiesOf))].map(safe).join(', ');
  const quoted = names.map((name) => `"${safe(name)}"`).join(', ');
  return [
    { text: `  ${countOf(connections, model)}`, paint: palette.yellow },
    { text: quoted === '' ? '' : `  ${quoted}` },
    { text: technologies === '' ? '' : `  ${technologies}`, paint: palette.cyan },
  ];
}

/** `3 connections at 2 levels`; the level of a connection is that of its innermost end. */
function countOf(connections: readonly ModelConnection[], { objects }: ObjectGraph): string {
  const rankOf = (id: string): number => {
    const level = levelOf(objects.get(id)?.type);
    return level === undefined ? -1 : LEVELS.indexOf(level);
  };
  const levels = new Set(
    connections.map(({ originId, targetId }) => Math.max(rankOf(originId), rankOf(targetId))),
  );
  const count = pluralize(connections.length, 'connection');
  return levels.size === 1 ? count : `${count} at ${levels.size} levels`;
}
