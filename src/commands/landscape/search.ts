import type { JsonObject } from '../../base/json/json-object.js';
import { id, name } from '../../cli/command/columns.js';
import { command } from '../../cli/command/command.js';
import { choices, flag, number } from '../../cli/command/options.js';
import { type VersionPath, versionPath } from '../../cli/command/version-path.js';
import type { Client } from '../../client/client.js';
import { SEARCH_TYPES } from '../../contract/enums.js';
import { diagrams } from '../../contract/resources/diagram.js';
import { type SearchResult, searchLandscape } from '../../contract/resources/landscape.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import type { Column } from '../../terminal/types.js';
import { namesOf } from '../shared/names-of.js';

const columns = (locations: Locations): readonly Column[] => [
  { key: 'type', priority: 1 },
  name,
  { key: 'where', priority: 2, value: (result: SearchResult) => locations.get(result.id) ?? '' },
  { key: 'score', kind: 'number', priority: 5 },
  { ...id, priority: 3 },
];

export default command({
  summary: 'Search objects, connections, diagrams and flows by text',
  details: 'Every word must occur in the name, the caption or the description. The best matches come first.',
  args: { text: { name: 'TEXT', help: 'Text to search for' } },
  options: {
    type: choices(SEARCH_TYPES, 'Filter by type', { query: 'filter.type' }),
    maxResults: number('Maximum number of results', {
      query: 'maxResults',
      integer: true,
      min: 1,
      max: 1000,
    }),
    includeData: flag('Include the complete records in machine formats', { query: 'includeData' }),
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: searchLandscape,
  examples: {
    'Everything about payments': 'archctl landscape search payment',
    'Ids of the matching apps and stores':
      'archctl landscape search payment --type app,store -o json --query "[].id"',
  },
  related: ['object list', 'diagram list', 'object tree'],
  async run(context, { args: { text }, options: { type, maxResults, includeData } }) {
    const path = await versionPath(context);
    // Machine formats find the location in the record.
    const shown = ['table', 'csv'].includes(context.terminal.format);
    const query = {
      search: text,
      ...(type && { filter: { type } }),
      ...(maxResults !== undefined && { maxResults }),
      ...((shown || includeData === true) && { includeData: true }),
    };
    const client = await context.client();
    const { results } = await client.call(searchLandscape, { path, query });
    const locations: Locations = shown ? await locationsOf(client, path, results) : new Map();
    return {
      kind: 'list',
      items: results,
      columns: columns(locations),
      empty: `Nothing found for "${text}".`,
    };
  },
});

/** Locations of the results in words, by id. */
type Locations = Map<string, string>;

/**
 * Locations of search results: the parents of an object, the ends of a connection, the object of a diagram, the diagram
 * of a flow. The results carry their records.
 */
async function locationsOf(
  client: Client,
  path: VersionPath,
  results: readonly SearchResult[],
): Promise<Locations> {
  const wanted = new Set(results.flatMap(({ data }) => objectIds(data ?? {})));
  const sheets = new Set(results.flatMap(({ data }) => textIn(data ?? {}, 'diagramId') ?? []));
  const found = await Promise.all([
    namesOf(client, path, modelObjects, wanted),
    namesOf(client, path, diagrams, sheets),
  ]);
  const names = new Map(found.flatMap((it) => [...it]));
  return new Map(results.map(({ id, data }) => [id, locationOf(data ?? {}, names)]));
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

function locationOf(data: JsonObject, names: ReadonlyMap<string, string>): string {
  const nameOf = (field: string): string => names.get(textIn(data, field) ?? '') ?? '';
  if ('originId' in data) return `${nameOf('originId')} → ${nameOf('targetId')}`;
  if ('diagramId' in data) return nameOf('diagramId');
  if ('modelId' in data) return nameOf('modelId');
  return parentsOf(data)
    .map((id) => names.get(id) ?? '')
    .filter((name) => name !== '')
    .join(' / ');
}
