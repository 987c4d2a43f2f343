import { usageError } from '../../../base/errors.js';
import { pluralize } from '../../../base/words.js';
import type { Context, Outcome } from '../../../cli/command/spec.js';
import type { ModelConnection } from '../../../contract/resources/model-connection.js';
import {
  type Graph,
  graphOf,
  partsOf,
  type Step,
  type Walk,
  type Way,
  walk,
} from '../../../contract/rules/dependencies.js';
import { shortestPaths } from '../../../contract/rules/dependency-paths.js';
import { MAX_LEVELS } from '../../../terminal/tree.js';
import { checkOutput, STDOUT, writeOutput } from '../../shared/output-file.js';
import { objectIn, type ReadModel, readModel } from '../../shared/read-model.js';
import { WRITTEN_FILE } from '../../shared/text-output.js';
import { type Drawn, drawPicture, type FileEnd, fileEnd, graphPicture } from './dependency-picture.js';
import { PATH_COLUMNS, pathRows, WALK_COLUMNS, type Walks, walkRows } from './dependency-steps.js';
import { dependencyTree, pathLines } from './dependency-tree.js';

/** Options of a dependency question. */
export interface Asked {
  id: string;
  direction?: 'in' | 'out' | 'both' | undefined;
  depth?: number | undefined;
  via?: boolean | undefined;
  /** Target object of a path search. */
  to?: string | undefined;
  /** Output file for a picture. */
  file?: string | undefined;
}

/** A traversed graph with its renderings. */
interface Answer {
  drawn: Drawn;
  list: Extract<Outcome, { kind: 'list' }>;
  lines: (context: Parameters<Extract<Outcome, { kind: 'drawing' }>['draw']>[0]) => string;
  remark?: string | undefined;
  /** Remark printed only below trees. */
  treeRemark?: string | undefined;
}

/** Maximum depth of a tree, below the object and its two branches. */
const DEEPEST = MAX_LEVELS - 2;

/** Maximum number of lines in a tree if no depth was given. */
const MAX_LINES = 100;

/** Dependencies of an object in both directions, or paths to another object, in the requested format. */
export async function dependencies(context: Context, asked: Asked): Promise<Outcome> {
  const end = asked.file === undefined ? undefined : endOf(context, asked.file);
  checkOutput(context, asked.file);
  if (asked.to !== undefined && asked.depth !== undefined)
    throw usageError('--depth cannot be combined with --to, which prints the shortest path.');
  const model = await readModel(context);
  objectIn(model, asked.id);
  const graph = graphOf(model.objects.values(), model.connections, { via: asked.via });
  const answer = asked.to === undefined ? around(model, graph, asked) : wayTo(model, graph, asked, asked.to);
  if (asked.file !== undefined && end !== undefined)
    return writtenTo(context, asked.file, end, answer, model);
  const { format, isInteractive } = context.terminal;
  if (format === 'mermaid' || format === 'dot')
    return { kind: 'text', text: await notation(format, answer, model) };
  const { output, fields, query } = context.parsed.globals;
  const isDrawn = isInteractive && output === undefined && fields === undefined && query === undefined;
  const said = (remark: string | undefined) => (remark === undefined ? {} : { remark });
  if (!isDrawn || answer.list.items.length === 0) return { ...answer.list, ...said(answer.remark) };
  const remark = answer.remark ?? answer.treeRemark;
  return { kind: 'drawing', data: answer.list.items, draw: answer.lines, ...said(remark) };
}

/**
 * Format of the output file. Stdout has no extension and gets a picture unless `-o` selects a notation. Errors:
 * `usage`.
 */
function endOf({ terminal: { format } }: Context, file: string): FileEnd {
  if (file !== STDOUT) return fileEnd(file);
  return format === 'mermaid' ? '.mmd' : format === 'dot' ? '.dot' : '.svg';
}

const WAYS: Readonly<Record<'in' | 'out' | 'both', readonly Way[]>> = {
  in: ['in'],
  out: ['out'],
  both: ['in', 'out'],
};

function around(model: ReadModel, graph: Graph<ModelConnection>, asked: Asked): Answer {
  const { id, direction = 'both', depth } = asked;
  const name = model.nameOf(id);
  const walks: Walks = WAYS[direction].map((way) => ({ way, walked: walk(graph, id, way, depth) }));
  const isEmpty = walks.every(({ walked }) => walked.steps.length === 0);
  const deepest = depth ?? readableDepth(walks);
  const tree = walks.map(({ way, walked }) => ({ way, walked: upTo(walked, deepest) }));
  return {
    drawn: {
      title: name,
      hops: walks.flatMap(({ walked }) => walked.steps),
      focus: [id],
    },
    list: {
      kind: 'list',
      items: walkRows(walks, model),
      columns: WALK_COLUMNS,
      empty: emptyText(direction),
    },
    lines: (line) => dependencyTree(id, tree, model, line),
    remark: isEmpty ? throughIt(model, graph, asked) : undefined,
    treeRemark: cutRemark(tree, deepest),
  };
}

const emptyText = (direction: 'in' | 'out' | 'both'): string =>
  ({
    in: 'No object depends on it.',
    out: 'It depends on no object.',
    both: 'The object has no connections.',
  })[direction];

/** Depth that keeps the tree readable; at least 1. */
function readableDepth(walks: Walks): number {
  const counts = new Map<number, number>();
  for (const { depth } of walks.flatMap(({ walked }) => walked.steps))
    counts.set(depth, (counts.get(depth) ?? 0) + 1);
  let lines = 0;
  for (let depth = 1; depth <= DEEPEST; depth++) {
    lines += counts.get(depth) ?? 0;
    if (lines > MAX_LINES) return Math.max(1, depth - 1);
  }
  return DEEPEST;
}

/** Truncates a walk to this depth. */
function upTo({ reached, steps, isCut }: Walk<ModelConnection>, most: number): Walk<ModelConnection> {
  const near = steps.filter(({ depth }) => depth <= most);
  return { reached, steps: near, isCut: isCut || near.length < steps.length };
}

function cutRemark(walks: Walks, depth: number): string | undefined {
  if (!walks.some(({ walked }) => walked.isCut)) return undefined;
  const far = depth === 1 ? 'the direct ones' : `depth ${depth}`;
  return `There are more dependencies beyond ${far}; --depth ${depth + 1} shows them.`;
}

/** An object without connections at its ends may still be a "via" of connections. */
function throughIt(model: ReadModel, graph: Graph<ModelConnection>, { id, via }: Asked): string | undefined {
  const parts = partsOf(graph, id);
  const count = model.connections.filter(({ viaId }) => viaId && parts.has(viaId)).length;
  if (via || count === 0) return undefined;
  return `${pluralize(count, 'connection')} ${count === 1 ? 'passes' : 'pass'} through it; --via counts them as dependencies.`;
}

/** Paths from one object to another. If there are none and no direction was given, searches the opposite direction. */
function wayTo(
  model: ReadModel,
  graph: Graph<ModelConnection>,
  { id, direction = 'both' }: Asked,
  to: string,
): Answer {
  objectIn(model, to);
  if (partsOf(graph, id).has(to) || partsOf(graph, to).has(id)) {
    throw usageError(
      `There is no path between ${model.nameOf(id)} and ${model.nameOf(to)}: one contains the other.`,
    );
  }
  const [there, back] = [
    direction === 'in' ? undefined : shortestPaths(graph, id, to),
    direction === 'out' ? undefined : shortestPaths(graph, to, id),
  ];
  const isBack = there === undefined || (there.paths.length === 0 && back !== undefined);
  const { paths, hasMore } = (isBack ? back : there) ?? { paths: [], hasMore: false };
  const [from, goal] = [model.nameOf(id), model.nameOf(to)];
  const found: readonly Step<ModelConnection>[] = paths.flat();
  const turned =
    isBack && direction === 'both' && found.length > 0
      ? `No path leads from ${from} to ${goal}; this is the path in the opposite direction. `
      : '';
  const more = hasMore ? `More than these ${paths.length} paths exist.` : '';
  return {
    drawn: { title: `${from} → ${goal}`, hops: found, focus: [id, to] },
    list: {
      kind: 'list',
      items: pathRows(paths, model),
      columns: PATH_COLUMNS,
      empty:
        direction === 'in'
          ? `No path leads from ${goal} to ${from}.`
          : `No path leads from ${from} to ${goal}.`,
    },
    lines: (line) => pathLines(paths, model, line),
    remark: `${turned}${more}`.trim() || undefined,
  };
}

async function notation(format: 'mermaid' | 'dot', { drawn }: Answer, model: ReadModel): Promise<string> {
  const { graphDot, graphMermaid } = await import('../../../documents/index.js');
  const picture = graphPicture(drawn, model);
  return format === 'mermaid' ? graphMermaid(picture) : graphDot(picture);
}

async function writtenTo(
  context: Context,
  file: string,
  end: FileEnd,
  answer: Answer,
  model: ReadModel,
): Promise<Outcome> {
  const content =
    end === '.mmd' || end === '.dot'
      ? await notation(end === '.mmd' ? 'mermaid' : 'dot', answer, model)
      : await drawPicture(context, answer.drawn, model, end);
  const { file: record, isStdout } = await writeOutput(context, file, content);
  if (isStdout) return { kind: 'nothing' };
  context.terminal.success(`Wrote ${file}.`);
  return { kind: 'record', record, columns: WRITTEN_FILE };
}
