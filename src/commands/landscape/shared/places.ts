import { mapConcurrently } from '../../../base/concurrency.js';
import type { Client } from '../../../client/client.js';
import { MAX_LIST_BYTES } from '../../../client/send/limits.js';
import { diagrams } from '../../../contract/resources/diagram.js';
import type { SearchResult } from '../../../contract/resources/landscape.js';
import { modelObjects } from '../../../contract/resources/model-object.js';
import type { VersionPath } from '../../shared/contents.js';

/** Where each result is, in words, by its id. */
export type Places = Map<string, string>;

/** Reads at a time. */
const AT_ONCE = 4;

/** Reads of single objects that cost no more than the whole list, which comes in large pages. */
const FEW = 8;

/**
 * Where what was found is: an object below its parents, a connection between its ends, a diagram at what it opens up, a
 * flow on its diagram. The results carry their records.
 */
export async function placesOf(
  client: Client,
  path: VersionPath,
  results: readonly SearchResult[],
): Promise<Places> {
  const wanted = new Set(results.flatMap(({ data }) => objectIds(data ?? {})));
  const names = await objectNames(client, path, wanted);
  const flows = results.flatMap(({ data }) => textIn(data ?? {}, 'diagramId') ?? []);
  for (const diagramId of new Set(flows)) {
    const { diagram } = await client.call(diagrams.get, { path: { ...path, diagramId } });
    names.set(diagramId, diagram.name);
  }
  return new Map(results.map(({ id, data }) => [id, placeOf(data ?? {}, names)]));
}

type Json = Record<string, unknown>;

const textIn = (data: Json, field: string): string | undefined => {
  const value = data[field];
  return typeof value === 'string' ? value : undefined;
};

const parentsOf = ({ parentIds }: Json): string[] => (Array.isArray(parentIds) ? parentIds.map(String) : []);

const objectIds = (data: Json): string[] => [
  ...parentsOf(data),
  ...['originId', 'targetId', 'modelId'].flatMap((field) => textIn(data, field) ?? []),
];

function placeOf(data: Json, names: ReadonlyMap<string, string>): string {
  const nameOf = (field: string): string => names.get(textIn(data, field) ?? '') ?? '';
  if ('originId' in data) return `${nameOf('originId')} → ${nameOf('targetId')}`;
  if ('diagramId' in data) return nameOf('diagramId');
  if ('modelId' in data) return nameOf('modelId');
  return parentsOf(data)
    .map((id) => names.get(id) ?? '')
    .filter((name) => name !== '')
    .join(' / ');
}

/** Names of objects, each read for itself where they are few. */
async function objectNames(
  client: Client,
  path: VersionPath,
  wanted: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (wanted.size <= FEW) {
    const found = await mapConcurrently([...wanted], AT_ONCE, (modelObjectId) =>
      client.call(modelObjects.get, { path: { ...path, modelObjectId } }),
    );
    for (const { modelObject } of found) names.set(modelObject.id, modelObject.name);
    return names;
  }
  for await (const { id, name } of client.pages(modelObjects.list, { path }, { maxBytes: MAX_LIST_BYTES })) {
    if (wanted.has(id)) names.set(id, name);
  }
  return names;
}
