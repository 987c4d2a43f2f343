import { ArchctlError } from '../../base/errors.js';
import type { Context } from '../../cli/command/spec.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import { type ModelConnection, modelConnections } from '../../contract/resources/model-connection.js';
import { type ModelObject, modelObjects } from '../../contract/resources/model-object.js';
import { versionPath } from './version-path.js';

/** Objects and connections of a version, with their names. */
export interface ReadModel {
  objects: ReadonlyMap<string, ModelObject>;
  connections: readonly ModelConnection[];
  connectionOf(id: string): ModelConnection | undefined;
  /** Name of an object; the id if it does not exist. */
  nameOf(id: string): string;
  /** `Booking / Booking API`: its parents and itself, without the root. */
  pathOf(id: string): string;
}

/** Requests both lists concurrently; connections include the names of their technologies. */
export async function readModel(context: Context): Promise<ReadModel> {
  const path = await versionPath(context);
  const client = await context.client();
  const held = { maxBytes: MAX_LIST_BYTES };
  const [list, lines] = await Promise.all([
    all(client.pages(modelObjects.list, { path }, held)),
    all<unknown>(
      client.performPages(modelConnections.list, { path, query: { expand: ['technologies'] } }, held),
    ),
  ]);
  const connections = lines as ModelConnection[];
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

/** All items of all pages. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
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
export function objectIn({ objects }: Pick<ReadModel, 'objects'>, id: string): ModelObject {
  const found = objects.get(id);
  if (found) return found;
  throw new ArchctlError('not-found', `There is no model object ${id} in this version.`, {
    hint: '"archctl object list" lists all objects.',
  });
}

/** Names of the technologies of a connection. */
export const technologiesOf = ({ technologies = {}, technologyIds = [] }: ModelConnection): string[] =>
  technologyIds.map((id) => technologies[id]?.name ?? id);
