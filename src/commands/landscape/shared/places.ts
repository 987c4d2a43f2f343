import type { JsonObject } from '../../../base/json-object.js';
import type { Client } from '../../../client/client.js';
import { diagrams } from '../../../contract/resources/diagram.js';
import type { SearchResult } from '../../../contract/resources/landscape.js';
import { modelObjects } from '../../../contract/resources/model-object.js';
import { namesOf } from '../../shared/names-of.js';
import type { VersionPath } from '../../shared/version-path.js';

/** Locations of the results in words, by id. */
export type Places = Map<string, string>;

/**
 * Locations of search results: the parents of an object, the ends of a connection, the object of a diagram, the diagram
 * of a flow. The results carry their records.
 */
export async function placesOf(
  client: Client,
  path: VersionPath,
  results: readonly SearchResult[],
): Promise<Places> {
  const wanted = new Set(results.flatMap(({ data }) => objectIds(data ?? {})));
  const sheets = new Set(results.flatMap(({ data }) => textIn(data ?? {}, 'diagramId') ?? []));
  const found = await Promise.all([
    namesOf(client, path, modelObjects, wanted),
    namesOf(client, path, diagrams, sheets),
  ]);
  const names = new Map(found.flatMap((it) => [...it]));
  return new Map(results.map(({ id, data }) => [id, placeOf(data ?? {}, names)]));
}

const textIn = (data: JsonObject, field: string): string | undefined => {
  const value = data[field];
  return typeof value === 'string' ? value : undefined;
};

const parentsOf = ({ parentIds }: JsonObject): string[] =>
  Array.isArray(parentIds) ? parentIds.map(String) : [];

const objectIds = (data: JsonObject): string[] => [
  ...parentsOf(data),
  ...['originId', 'targetId', 'modelId'].flatMap((field) => textIn(data, field) ?? []),
];

function placeOf(data: JsonObject, names: ReadonlyMap<string, string>): string {
  const nameOf = (field: string): string => names.get(textIn(data, field) ?? '') ?? '';
  if ('originId' in data) return `${nameOf('originId')} → ${nameOf('targetId')}`;
  if ('diagramId' in data) return nameOf('diagramId');
  if ('modelId' in data) return nameOf('modelId');
  return parentsOf(data)
    .map((id) => names.get(id) ?? '')
    .filter((name) => name !== '')
    .join(' / ');
}
