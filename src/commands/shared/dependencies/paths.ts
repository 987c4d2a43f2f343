import { usageError } from '../../../base/errors.js';
import { pluralize } from '../../../base/text/words.js';
import type { ModelConnection } from '../../../contract/resources/model-connection.js';
import { type Graph, partsOf } from '../../../contract/rules/dependencies.js';
import {
  type Route,
  type Routes,
  routesBetween,
  shortestPaths,
} from '../../../contract/rules/dependency-paths.js';
import { type ObjectGraph, objectIn } from '../../../model/sync/object-graph.js';
import { fitLine } from '../../../terminal/change-text.js';
import { inWidth } from '../../../terminal/line.js';
import type { LineContext } from '../../../terminal/types.js';
import type { Answer } from './answer.js';
import { connectionPieces } from './pieces.js';
import { originOf, PATH_COLUMNS, routeRows } from './steps.js';

type ConnectionGraph = Graph<ModelConnection>;

export interface Ends {
  from: string;
  to: string;
}

/** Rejects ends of which one contains the other. Errors: `usage`, `not-found`. */
export function checkEnds(model: ObjectGraph, graph: ConnectionGraph, { from, to }: Ends): void {
  objectIn(model, from);
  objectIn(model, to);
  if (!partsOf(graph, from).has(to) && !partsOf(graph, to).has(from)) return;
  const names = `${model.nameOf(from)} and ${model.nameOf(to)}`;
  throw usageError(`There is no path between ${names}: one contains the other.`);
}

/**
 * Shortest paths from one object to another, each with a single connection for each step. If there are none and no
 * direction was given, searches the opposite direction.
 */
export function shortestAnswer(
  model: ObjectGraph,
  graph: ConnectionGraph,
  { from, to, direction }: Ends & { direction: 'in' | 'out' | 'both' },
): Answer {
  checkEnds(model, graph, { from, to });
  const [there, back] = [
    direction === 'in' ? undefined : shortestPaths(graph, from, to),
    direction === 'out' ? undefined : shortestPaths(graph, to, from),
  ];
  const isBack = there === undefined || (there.paths.length === 0 && back !== undefined);
  const { paths, hasMore } = (isBack ? back : there) ?? { paths: [], hasMore: false };
  const [start, goal] = [model.nameOf(from), model.nameOf(to)];
  const turned =
    isBack && direction === 'both' && paths.length > 0
      ? `No path leads from ${start} to ${goal}; this is the path in the opposite direction. `
      : '';
  const more = hasMore ? `More than these ${paths.length} paths exist.` : '';
  const empty =
    direction === 'in'
      ? `No path leads from ${goal} to ${start}.`
      : `No path leads from ${start} to ${goal}.`;
  const answer = pathAnswer(
    model,
    paths.map((path) => path.map((step) => [step])),
    { from, to, empty, isBack },
  );
  return { ...answer, remark: `${turned}${more}`.trim() || undefined };
}

/** Routes from one object to another, the shortest first. */
export function routesAnswer(
  model: ObjectGraph,
  graph: ConnectionGraph,
  { from, to, most }: Ends & { most: number },
): { answer: Answer; found: Routes<ModelConnection> } {
  checkEnds(model, graph, { from, to });
  const found = routesBetween(graph, from, to, { most });
  const empty = `No path leads from ${model.nameOf(from)} to ${model.nameOf(to)}.`;
  const answer = pathAnswer(model, found.routes, { from, to, empty });
  const { routes, hasMore } = found;
  const steps = pluralize(routes[0]?.length ?? 0, 'step');
  const first = hasMore ? 'the first ' : '';
  const count =
    routes.length === 1
      ? `${hasMore ? 'the first' : '1'} route, ${steps}`
      : `${first}${routes.length} routes, the shortest has ${steps}`;
  const lines: Answer['lines'] = (line) => {
    const { palette, safe } = line;
    const heading = fitLine(
      [
        { text: safe(answer.drawn.title), paint: palette.bold },
        { text: `  ${count}`, paint: palette.dim },
      ],
      line,
    );
    return `${heading}\n\n${answer.lines(line)}`;
  };
  const remark = hasMore ? 'There are more routes; --limit shows more.' : undefined;
  return { answer: { ...answer, lines, remark }, found };
}

function pathAnswer(
  model: ObjectGraph,
  routes: readonly Route<ModelConnection>[],
  { from, to, empty, isBack = false }: Ends & { empty: string; isBack?: boolean },
): Answer {
  const ends = isBack ? { from: to, to: from } : { from, to };
  return {
    drawn: {
      title: `${model.nameOf(from)} → ${model.nameOf(to)}`,
      hops: routes.flat(2),
      focus: [from, to],
    },
    list: { kind: 'list', items: routeRows(routes, ends.from, model), columns: PATH_COLUMNS, empty },
    lines: (line) => routeLines(routes, ends, model, line),
  };
}

/**
 * Numbered steps of each route: `1  Web → Booking API  "Books"  HTTPS`. Parallel connections share a number. If a
 * connection is that of a descendant, its line names both: `2  Klarna Adapter (in Booking API) → Klarna`.
 */
function routeLines(
  routes: readonly Route<ModelConnection>[],
  ends: Ends,
  model: ObjectGraph,
  line: LineContext,
): string {
  const { palette, safe, interactive, width } = line;
  const room = interactive ? width : Number.POSITIVE_INFINITY;
  const named = (id: string, ancestor: string): string =>
    safe(id === ancestor ? model.nameOf(id) : `${model.nameOf(id)} (in ${model.nameOf(ancestor)})`);
  return routes
    .flatMap((route, at) => [
      ...(at === 0 ? [] : ['']),
      ...route.flatMap((hop, index) => {
        const of = originOf(route, index, ends.from);
        return hop.map(({ connection, from, to }, other) =>
          inWidth(
            [
              {
                text: `${other === 0 ? index + 1 : ''}`.padStart(`${route.length}`.length),
                paint: palette.dim,
              },
              {
                text: `  ${named(from, of)} → ${named(to, index === route.length - 1 ? ends.to : to)}`,
                paint: palette.bold,
              },
              ...connectionPieces(connection, model, line),
            ],
            room,
          ),
        );
      }),
    ])
    .join('\n');
}
