import { checkOptions, SIGNAL } from '../../base/check-options.js';
import { ArchctlError } from '../../base/errors.js';
import { requireArguments } from '../../base/require-arguments.js';
import { type ReadClient, readOnly } from '../../client/read-only.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import { type ModelConnection, modelConnections } from '../../contract/resources/model-connection.js';
import { type ModelObject, modelObjects } from '../../contract/resources/model-object.js';
import type { VersionPath } from '../live/read-landscape.js';

/** Objects and connections of a version. */
export interface ObjectGraph {
  /** Objects by id. */
  objects: ReadonlyMap<string, ModelObject>;
  /** All connections, with the names of their technologies. */
  connections: readonly ModelConnection[];
  /** Returns the connection with this id. */
  connectionOf(id: string): ModelConnection | undefined;
  /** Name of an object; the id if it does not exist. */
  nameOf(id: string): string;
  /** `Booking / Booking API`: its ancestors and itself, without the root. */
  pathOf(id: string): string;
}

/** Reads the objects and connections of a version, for `graphOf` and `routesBetween`. @throws ArchctlError client errors */
export async function readObjectGraph(
  client: ReadClient,
  path: VersionPath,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<ObjectGraph> {
  requireArguments('readObjectGraph', { client, path });
  checkOptions('readObjectGraph', options, { signal: SIGNAL });
  const reader = readOnly(client, options);
  const limits = { maxBytes: MAX_LIST_BYTES };
  const [list, connections] = await Promise.all([
    collect(reader.pages(modelObjects.list, { path }, limits)),
    collect(reader.pages(modelConnections.list, { path, query: { expand: ['technologies'] } }, limits)),
  ]);
  const objects = new Map(list.map((it) => [it.id, it]));
  const nameOf = (id: string): string => objects.get(id)?.name ?? id;
  const byId = new Map(connections.map((it) => [it.id, it]));
  return {
    objects,
    connections,
    connectionOf: (id) => byId.get(id),
    nameOf,
    pathOf: (id) => pathIn(objects, id).map(nameOf).join(' / '),
  };
}

/** Collects all items of all pages. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Ids of an object's ancestors from the top, and its own, without the root. */
function pathIn(objects: ReadonlyMap<string, ModelObject>, id: string): string[] {
  const path = [id];
  for (let at = objects.get(id)?.parentId; at && !path.includes(at); at = objects.get(at)?.parentId) {
    if (objects.get(at)?.type !== 'root') path.unshift(at);
    else break;
  }
  return path;
}

/** Finds an object by id. Errors: `not-found`. */
export function objectIn({ objects }: Pick<ObjectGraph, 'objects'>, id: string): ModelObject {
  const found = objects.get(id);
  if (found) return found;
  throw new ArchctlError('not-found', `There is no model object ${id} in this version.`, {
    hint: '`objects.list` lists all objects.',
  });
}

/** Names of the technologies of a connection. */
export const technologiesOf = ({ technologies = {}, technologyIds = [] }: ModelConnection): string[] =>
  technologyIds.map((id) => technologies[id]?.name ?? id);
