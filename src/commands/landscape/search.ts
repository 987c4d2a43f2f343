import { id, name } from '../../cli/command/columns.js';
import { command } from '../../cli/command/command.js';
import { choices, flag, number } from '../../cli/command/options.js';
import { SEARCH_TYPES } from '../../contract/enums.js';
import { type SearchResult, searchLandscape } from '../../contract/resources/landscape.js';
import type { Column } from '../../terminal/types.js';
import { versionPath } from '../shared/version-path.js';
import { type Places, placesOf } from './shared/places.js';

const columns = (places: Places): readonly Column[] => [
  { key: 'type', priority: 1 },
  name,
  { key: 'where', priority: 2, value: (result: SearchResult) => places.get(result.id) ?? '' },
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
    const places: Places = shown ? await placesOf(client, path, results) : new Map();
    return { kind: 'list', items: results, columns: columns(places), empty: `Nothing found for "${text}".` };
  },
});
