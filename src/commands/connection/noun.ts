import { createdAt, id, labels, name, status } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Connect model objects, read and change connections',
  aliases: ['connections'],
  section: 'Models',
  rank: 5,
  examples: [
    {
      note: 'What an object sends',
      line: 'archctl connection list --landscape LANDSCAPE_ID --origin OBJECT_ID',
    },
    { note: 'One connection', line: 'archctl connection get CONNECTION_ID --landscape LANDSCAPE_ID' },
  ],
  related: ['object list', 'technology list'],
  columns: [
    id,
    { ...name, priority: 2 },
    { key: 'originId', header: 'Origin', kind: 'id', of: 'object', priority: 1 },
    { key: 'targetId', header: 'Target', kind: 'id', of: 'object', priority: 1 },
    { key: 'direction', priority: 3 },
    status,
    { key: 'viaId', header: 'Via', kind: 'id', of: 'object', priority: 5 },
    { key: 'technologyIds', header: 'Technologies', kind: 'list', of: 'technology', priority: 5 },
    { key: 'tagIds', header: 'Tags', kind: 'list', of: 'tag', priority: 5 },
    labels,
    createdAt,
  ],
  completes: [
    {
      kind: 'connection',
      list: async () => (await import('../../contract/resources/model-connection.js')).modelConnections.list,
    },
  ],
});
