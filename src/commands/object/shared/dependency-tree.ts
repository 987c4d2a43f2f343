import { pluralize } from '../../../base/words.js';
import type { ModelConnection } from '../../../contract/resources/model-connection.js';
import type { Step, Walk, WalkedStep, Way } from '../../../contract/rules/dependencies.js';
import { inWidth, type Piece } from '../../../terminal/line.js';
import { drawTree } from '../../../terminal/tree.js';
import type { LineContext } from '../../../terminal/types.js';
import { type ReadModel, technologiesOf } from '../../shared/read-model.js';
import type { Walks } from './dependency-steps.js';

/** Dependencies for people: a tree of incoming and outgoing dependencies, and numbered steps of paths. */

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

/** Tree of an object in both directions; each object is expanded once. */
export function dependencyTree(id: string, walks: Walks, model: ReadModel, line: LineContext): string {
  const { palette, safe, interactive, width } = line;
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
      children: below(id, 2, branches(walked), model, line),
    })),
  };
  return drawTree(root, {
    label: ({ pieces, level }) =>
      inWidth(pieces, interactive ? width - level * GUIDE : Number.POSITIVE_INFINITY),
    children: ({ children }) => children,
  });
}

const isTop = (parentId: string | null | undefined, { objects }: ReadModel): boolean =>
  !parentId || objects.get(parentId)?.type === 'root';

function headOf(way: Way, { reached, steps }: Walk<ModelConnection>, { palette }: LineContext): Piece[] {
  const direct = new Set(steps.flatMap(({ depth, far }) => (depth === 1 ? [far] : []))).size;
  const indirect = [...reached.values()].filter((depth) => depth > 1).length;
  const count = direct === 0 ? 'nothing' : pluralize(direct, 'object');
  const more = indirect === 0 ? '' : `, ${indirect} more behind`;
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

function below(id: string, level: number, all: Branches, model: ReadModel, line: LineContext): Node[] {
  const ends = [...(all.get(id) ?? [])].map(([far, steps]) => ({ far, steps, name: model.nameOf(far) }));
  return ends
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ far, steps }) => {
      const isFirst = steps.some(({ finds }) => finds === 'first');
      return {
        pieces: endPieces(far, steps, model, line),
        level,
        children: isFirst ? below(far, level + 1, all, model, line) : [],
      };
    });
}

const MARKS = { first: '', again: '  (again)', circle: '  (circle)' } as const;

function endPieces(
  far: string,
  steps: readonly Connected[],
  model: ReadModel,
  line: Pick<LineContext, 'palette' | 'safe'>,
): Piece[] {
  const { palette, safe } = line;
  const object = model.objects.get(far);
  const finds = steps.some((it) => it.finds === 'first') ? 'first' : (steps[0]?.finds ?? 'first');
  const status = object && object.status !== 'live' ? `  ${safe(object.status)}` : '';
  return [
    { text: safe(model.nameOf(far)), paint: palette.bold },
    { text: `  ${safe(object?.type ?? '')}`, paint: palette.dim },
    { text: status, paint: palette.yellow },
    { text: MARKS[finds], paint: palette.dim },
    ...alike(steps).flatMap((some) => connectionPieces(some, model, line)),
  ];
}

/** Groups steps with the same texts: connections are often repeated on two levels. */
function alike(steps: readonly Connected[]): Connected[][] {
  const groups = new Map<string, Connected[]>();
  for (const step of steps) {
    const { name, technologyIds, viaId } = step.connection;
    const key = JSON.stringify([name, technologyIds, viaId]);
    groups.set(key, [...(groups.get(key) ?? []), step]);
  }
  return [...groups.values()];
}

/** `"Reads bookings"  SQL  via Bus  (Booking Worker inside)`. */
function connectionPieces(
  steps: readonly (Step<ModelConnection> & { of?: string })[],
  { nameOf }: ReadModel,
  { palette, safe }: Pick<LineContext, 'palette' | 'safe'>,
): Piece[] {
  const [first] = steps;
  if (first === undefined) return [];
  const { connection } = first;
  const technologies = technologiesOf(connection).map(safe).join(', ');
  const via = connection.viaId ? `  via ${safe(nameOf(connection.viaId))}` : '';
  const parts = steps.flatMap(({ near, of = near }) => (near === of ? [] : [safe(nameOf(near))]));
  const inside = parts.length === 0 ? '' : `  (${parts.join(', ')} inside)`;
  return [
    { text: connection.name === '' ? '' : `  "${safe(connection.name)}"` },
    { text: technologies === '' ? '' : `  ${technologies}`, paint: palette.cyan },
    { text: `${via}${inside}`, paint: palette.dim },
  ];
}

/** Paths with numbered steps: `1  Web → Booking API  "Books"  HTTPS`. */
export function pathLines(
  paths: readonly (readonly Step<ModelConnection>[])[],
  model: ReadModel,
  line: LineContext,
): string {
  const { palette, safe, interactive, width } = line;
  return paths
    .flatMap((path, at) => [
      ...(at === 0 ? [] : ['']),
      ...path.map((step, index) =>
        inWidth(
          [
            { text: `${index + 1}`.padStart(`${path.length}`.length), paint: palette.dim },
            {
              text: `  ${safe(model.nameOf(step.from))} → ${safe(model.nameOf(step.to))}`,
              paint: palette.bold,
            },
            ...connectionPieces([step], model, line),
          ],
          interactive ? width : Number.POSITIVE_INFINITY,
        ),
      ),
    ])
    .join('\n');
}
