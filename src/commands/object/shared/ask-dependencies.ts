import { usageError } from '../../../base/errors.js';
import { pluralize } from '../../../base/words.js';
import type { Context, Outcome } from '../../../cli/command/spec.js';
import type { ModelConnection } from '../../../contract/resources/model-connection.js';
import { type Graph, graphOf, partsOf, type Way, walk } from '../../../contract/rules/dependencies.js';
import { type Level, levelOf, liftConnections } from '../../../contract/rules/dependency-levels.js';
import { type ObjectGraph, objectIn } from '../../../model/sync/object-graph.js';
import { type Answer, answered, checkFile, isForPeople } from '../../shared/dependencies/answer.js';
import { shortestAnswer } from '../../shared/dependencies/paths.js';
import { WALK_COLUMNS, type Walks, walkRows } from '../../shared/dependencies/steps.js';
import { readModel } from '../../shared/read-model.js';
import { dependencyTree } from './dependency-tree.js';

export interface Asked {
  id: string;
  direction?: 'in' | 'out' | 'both' | undefined;
  /** Infinity for all. */
  depth?: number | undefined;
  level?: Level | undefined;
  via?: boolean | undefined;
  /** Target object of a path search. */
  to?: string | undefined;
  /** Output file for a picture. */
  file?: string | undefined;
}

/** Dependencies of an object in both directions, or paths to another object, in the requested format. */
export async function dependencies(context: Context, asked: Asked): Promise<Outcome> {
  const { id, to, file, via, direction = 'both' } = asked;
  checkFile(context, file);
  for (const option of ['depth', 'level'] as const)
    if (to !== undefined && asked[option] !== undefined)
      throw usageError(`--${option} cannot be combined with --to, which prints the shortest path.`);
  const model = await readModel(context);
  const object = objectIn(model, id);
  if (to !== undefined) {
    const graph = graphOf(model.objects.values(), model.connections, { via });
    return answered(context, shortestAnswer(model, graph, { from: id, to, direction }), { model, file });
  }
  const isTree = file === undefined && isForPeople(context);
  // People read one level, with connections of nested objects folded; programs get everything by default.
  const level = asked.level ?? (isTree ? levelOf(object.type) : undefined);
  const depth = asked.depth ?? (isTree ? 1 : Number.POSITIVE_INFINITY);
  const answer = around(model, { ...asked, direction, level, depth }, isTree);
  return answered(context, answer, { model, file });
}

const WAYS: Readonly<Record<'in' | 'out' | 'both', readonly Way[]>> = {
  in: ['in'],
  out: ['out'],
  both: ['in', 'out'],
};

type Settled = Asked & { direction: 'in' | 'out' | 'both'; depth: number };

function around(model: ObjectGraph, asked: Settled, isTree: boolean): Answer {
  const { id, direction, depth, level, via } = asked;
  const lifted = level && liftConnections(model.connections, model.objects, { level, focus: id });
  const graph = graphOf(model.objects.values(), lifted?.connections ?? model.connections, { via });
  // A tree counts the objects that it does not show.
  const walks: Walks = WAYS[direction].map((way) => ({
    way,
    walked: walk(graph, id, way, isTree ? Number.POSITIVE_INFINITY : depth),
  }));
  const isEmpty = walks.every(({ walked }) => walked.steps.length === 0);
  const inside = lifted?.inside ?? 0;
  const remarks = [
    isEmpty ? throughIt(model, graph, asked) : undefined,
    inside === 0 || asked.level === undefined ? undefined : insideRemark(inside, asked.level),
  ].filter((it) => it !== undefined);
  return {
    drawn: { title: model.nameOf(id), hops: walks.flatMap(({ walked }) => walked.steps), focus: [id] },
    list: {
      kind: 'list',
      items: walkRows(walks, model),
      columns: WALK_COLUMNS,
      empty: emptyText(direction),
    },
    lines: (line) => dependencyTree({ id, walks, model, depth }, line),
    remark: remarks.length === 0 ? undefined : remarks.join(' '),
    drawingRemark: cutRemark(walks, depth),
  };
}

const emptyText = (direction: 'in' | 'out' | 'both'): string =>
  ({
    in: 'No object depends on it.',
    out: 'It depends on no object.',
    both: 'The object has no connections.',
  })[direction];

function cutRemark(walks: Walks, depth: number): string | undefined {
  if (!walks.some(({ walked }) => walked.steps.some((step) => step.depth > depth))) return undefined;
  const shown = depth === 1 ? 'direct dependencies' : `dependencies up to depth ${depth}`;
  return `Only ${shown} are shown; --depth ${depth + 1} or --depth all shows more.`;
}

const insideRemark = (count: number, level: Level): string =>
  `${pluralize(count, 'connection')} inside the surrounding ${level} ${count === 1 ? 'is' : 'are'} not shown.`;

/** An object without connections at its ends may still be a "via" of connections. */
function throughIt(
  model: ObjectGraph,
  graph: Graph<ModelConnection>,
  { id, via }: Asked,
): string | undefined {
  const parts = partsOf(graph, id);
  const count = model.connections.filter(({ viaId }) => viaId && parts.has(viaId)).length;
  if (via || count === 0) return undefined;
  return `${pluralize(count, 'connection')} ${count === 1 ? 'passes' : 'pass'} through it; --via counts them as dependencies.`;
}
