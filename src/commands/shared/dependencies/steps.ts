import type { ModelConnection } from '../../../contract/resources/model-connection.js';
import type { Walk, WalkedStep, Way } from '../../../contract/rules/dependencies.js';
import type { Route } from '../../../contract/rules/dependency-paths.js';
import { type ObjectGraph, technologiesOf } from '../../../model/sync/object-graph.js';
import type { Column } from '../../../terminal/types.js';

/** Dependencies as data: one row for each step of a walk or path. */

const textOf = (value: string | null | undefined): string | null => value ?? null;

/** Fields of a connection in a row. */
const connectionFacts = (connection: ModelConnection, { nameOf }: ObjectGraph) => ({
  connection: connection.name,
  connectionId: connection.id,
  technologies: technologiesOf(connection),
  technologyIds: connection.technologyIds ?? [],
  status: connection.status,
  via: connection.viaId ? nameOf(connection.viaId) : null,
  viaId: textOf(connection.viaId),
});

const DIRECTIONS = { in: 'incoming', out: 'outgoing' } as const;

/**
 * One step of a walk as a row. `of` is the object that the step started from, `inside` the descendant of it at the end
 * of the connection.
 */
export function walkRow(step: WalkedStep<ModelConnection>, way: Way, model: ObjectGraph) {
  const { objects, nameOf, pathOf } = model;
  const { of, near, far, depth, finds, connection } = step;
  return {
    direction: DIRECTIONS[way],
    depth,
    object: nameOf(far),
    objectType: objects.get(far)?.type ?? '',
    objectId: far,
    path: pathOf(far),
    of: nameOf(of),
    ofId: of,
    inside: near === of ? null : nameOf(near),
    insideId: near === of ? null : near,
    finds,
    ...connectionFacts(connection, model),
  };
}

export const WALK_COLUMNS: readonly Column[] = [
  { key: 'direction', priority: 1 },
  { key: 'depth', kind: 'number', priority: 2 },
  { key: 'object', priority: 1 },
  { key: 'objectType', header: 'Type', priority: 3 },
  { key: 'connection', priority: 2 },
  { key: 'technologies', kind: 'list', priority: 3 },
  { key: 'of', header: 'Of', priority: 2 },
  { key: 'inside', priority: 4 },
  { key: 'via', priority: 4 },
  { key: 'status', kind: 'status', priority: 4 },
  { key: 'finds', priority: 5 },
  { key: 'objectId', header: 'Object ID', kind: 'id', priority: 5 },
  { key: 'connectionId', header: 'Connection ID', kind: 'id', priority: 5 },
];

/** Steps of walks as rows: incoming, then outgoing dependencies, nearest first. */
export const walkRows = (walks: Walks, model: ObjectGraph) =>
  walks.flatMap(({ way, walked }) => walked.steps.map((step) => walkRow(step, way, model)));

export type Walks = readonly { way: Way; walked: Walk<ModelConnection> }[];

/** The object that a step of a route starts from: `start`, or the end of the step before. */
export const originOf = (route: Route<ModelConnection>, index: number, start: string): string =>
  route[index - 1]?.[0]?.far ?? start;

/**
 * Routes as rows: one for each connection of each step. `of` is the object that the step starts from; `from` is this
 * object or a descendant.
 */
export const routeRows = (routes: readonly Route<ModelConnection>[], start: string, model: ObjectGraph) =>
  routes.flatMap((route, at) =>
    route.flatMap((hop, index) => {
      const of = originOf(route, index, start);
      return hop.map(({ connection, from, to }) => ({
        path: at + 1,
        step: index + 1,
        from: model.nameOf(from),
        fromId: from,
        to: model.nameOf(to),
        toId: to,
        of: model.nameOf(of),
        ofId: of,
        ...connectionFacts(connection, model),
      }));
    }),
  );

export const PATH_COLUMNS: readonly Column[] = [
  { key: 'path', kind: 'number', priority: 3 },
  { key: 'step', kind: 'number', priority: 2 },
  { key: 'from', priority: 1 },
  { key: 'to', priority: 1 },
  { key: 'connection', priority: 2 },
  { key: 'technologies', kind: 'list', priority: 3 },
  { key: 'via', priority: 4 },
  { key: 'status', kind: 'status', priority: 4 },
  { key: 'fromId', header: 'From ID', kind: 'id', priority: 5 },
  { key: 'toId', header: 'To ID', kind: 'id', priority: 5 },
  { key: 'connectionId', header: 'Connection ID', kind: 'id', priority: 5 },
  { key: 'of', header: 'Of', priority: 4 },
];
