import { createdAt, id, labels, name, status } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'List, create and change connections between objects',
  aliases: ['connections'],
  section: 'Models',
  rank: 5,
  examples: [
    {
      note: 'Connections from and to an object',
      line: 'archctl connection list --landscape LANDSCAPE_ID --object OBJECT_ID',
    },
    { note: 'One connection', line: 'archctl connection get CONNECTION_ID --landscape LANDSCAPE_ID' },
  ],
  related: ['object list', 'technology list'],
  columns: [
    { ...id, priority: 2 },
    { ...name, priority: 2 },
    // The ends matter most: they are the last columns to be hidden.
    { key: 'originId', header: 'Origin', kind: 'id', priority: 1, of: 'object' },
    { key: 'targetId', header: 'Target', kind: 'id', priority: 1, of: 'object' },
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
