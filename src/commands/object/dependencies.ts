import { usageError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { choice, identifier, number } from '../../cli/command/options.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import type { OptionSpec } from '../../cli/command/value-spec.js';
import { type ModelConnection, modelConnections } from '../../contract/resources/model-connection.js';
import { exportDependencies } from '../../contract/resources/model-export.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { type Graph, graphOf, partsOf, type Way, walk } from '../../contract/rules/dependencies.js';
import { LEVELS, type Level, levelOf, liftConnections } from '../../contract/rules/dependency-levels.js';
import { type ObjectGraph, objectIn } from '../../model/sync/object-graph.js';
import { type Answer, answerOutcome, checkFile, isForPeople } from '../shared/dependencies/answer.js';
import { DEPENDENCY_OPTIONS } from '../shared/dependencies/options.js';
import { shortestAnswer } from '../shared/dependencies/paths.js';
import { WALK_COLUMNS, type Walks, walkRows } from '../shared/dependencies/steps.js';
import { DEPENDENCY_COLUMNS, dependencyRows } from '../shared/dependency-rows.js';
import type { FontOption } from '../shared/output/picture-font.js';
import { readModel } from '../shared/read-model.js';
import { dependencyTree } from './shared/dependency-tree.js';

const steps = number('', { integer: true, min: 1 });
/** `--depth N|all`. */
const depth: OptionSpec<number> = {
  help: 'Maximum number of connections on a path (default: 1 on a terminal, otherwise all)',
  value: 'N|all',
  suggests: ['all'],
  parse: (given) => (given === 'all' ? Number.POSITIVE_INFINITY : steps.parse(given, undefined)),
};

export default command({
  summary: 'Show what a model object depends on and what depends on it',
  details:
    'On a terminal, prints a tree of direct dependencies; --depth adds indirect ones, each object once. Connections of nested objects count as connections of their ancestors, and one line sums up all connections to the same object. The other objects are shown at the same level as this object, or at --level.\n\n-o table lists all connections, also indirect ones; "inside" names the nested object. Mermaid, DOT and --out draw them. "archctl dependency path" prints routes between two objects; --to prints the shortest one.\n\nIn a pipe and in machine formats, prints the direct connections that the service reports, unless --direction, --depth, --level, --via or --to is set. Without these options, JSON and YAML contain the complete answer, including the ancestors of connected objects; this counts as an export.',
  args: { modelObjectId: { name: 'OBJECT', help: 'Model object', completes: 'object' } },
  options: {
    direction: choice(['in', 'out', 'both'], 'Dependents, dependencies, or both', {
      fallback: 'both',
    }),
    depth,
    level: choice(LEVELS, 'Show the other ends at this level, or above it'),
    to: identifier('Print the shortest path to this object', { completes: 'object' }),
    ...DEPENDENCY_OPTIONS,
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: exportDependencies,
  alsoPerforms: [modelObjects.list, modelConnections.list],
  formats: ['mermaid', 'dot'],
  examples: {
    'Its dependents and dependencies': 'archctl object dependencies OBJECT',
    'Systems that it depends on, directly or not':
      'archctl object dependencies OBJECT --direction out --level system --depth all',
    'Its neighbourhood as a picture': 'archctl object dependencies OBJECT --depth 1 --out around.svg',
  },
  related: ['dependency path', 'dependency list', 'object impact', 'connection list', 'object tree'],
  run: (context, { args, options: { out, ...options } }) => {
    const asked: DependencyQuery = { id: args.modelObjectId, file: out, ...options };
    return isUnchangedResponse(context, asked) ? serviceResponse(context) : dependencies(context, asked);
  },
});

/**
 * Returns true if the response of the service can be passed on unchanged: no further options, and output for a program.
 */
function isUnchangedResponse(
  { terminal, parsed }: Context,
  { direction, depth, level, via, to, file }: DependencyQuery,
): boolean {
  if ([direction, depth, level, via, to, file].some((it) => it !== undefined)) return false;
  if (terminal.format !== 'table') return terminal.format !== 'mermaid' && terminal.format !== 'dot';
  const { output, fields, query } = parsed.globals;
  const isForEyes = terminal.isInteractive && fields === undefined && query === undefined;
  return output === undefined && !isForEyes;
}

async function serviceResponse(context: Context): Promise<Outcome> {
  const client = await context.client();
  const path = await pathOf(context, exportDependencies);
  const found = (await client.perform(exportDependencies, { path })) as Parameters<typeof dependencyRows>[0];
  if (context.terminal.machine) return { kind: 'record', record: found, columns: [] };
  const items = dependencyRows(found);
  return { kind: 'list', items, columns: DEPENDENCY_COLUMNS, empty: 'The object has no connections.' };
}

interface DependencyQuery extends FontOption {
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
async function dependencies(context: Context, asked: DependencyQuery): Promise<Outcome> {
  const { id, to, file, via, direction = 'both', noEmbedFont } = asked;
  checkFile(context, file);
  for (const option of ['depth', 'level'] as const)
    if (to !== undefined && asked[option] !== undefined)
      throw usageError(`--${option} cannot be combined with --to, which prints the shortest path.`);
  const model = await readModel(context);
  const object = objectIn(model, id);
  if (to !== undefined) {
    const graph = graphOf(model.objects.values(), model.connections, { via });
    const answer = shortestAnswer(model, graph, { from: id, to, direction });
    return answerOutcome(context, answer, { model, file, noEmbedFont });
  }
  const isTree = file === undefined && isForPeople(context);
  // People read one level, with connections of nested objects folded; programs get everything by default.
  const level = asked.level ?? (isTree ? levelOf(object.type) : undefined);
  const depth = asked.depth ?? (isTree ? 1 : Number.POSITIVE_INFINITY);
  const answer = dependenciesAround(model, { ...asked, direction, level, depth }, isTree);
  return answerOutcome(context, answer, { model, file, noEmbedFont });
}

const WAYS: Readonly<Record<'in' | 'out' | 'both', readonly Way[]>> = {
  in: ['in'],
  out: ['out'],
  both: ['in', 'out'],
};

type ResolvedQuery = DependencyQuery & { direction: 'in' | 'out' | 'both'; depth: number };

function dependenciesAround(model: ObjectGraph, asked: ResolvedQuery, isTree: boolean): Answer {
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
    isEmpty ? viaRemark(model, graph, asked) : undefined,
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
function viaRemark(
  model: ObjectGraph,
  graph: Graph<ModelConnection>,
  { id, via }: DependencyQuery,
): string | undefined {
  const parts = partsOf(graph, id);
  const count = model.connections.filter(({ viaId }) => viaId && parts.has(viaId)).length;
  if (via || count === 0) return undefined;
  return `${pluralize(count, 'connection')} ${count === 1 ? 'passes' : 'pass'} through it; --via counts them as dependencies.`;
}
