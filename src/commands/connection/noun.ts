import { createdAt, id } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { noun } from '../../cli/command/noun.js';
import { modelConnections } from '../../contract/resources/model-connection.js';

export default noun({
  summary: 'List, create and change connections between objects',
  aliases: ['connections'],
  section: 'Models',
  rank: 5,
  examples: {
    'Connections from and to an object': 'archctl connection list --object OBJECT',
    'One connection': 'archctl connection get CONNECTION',
  },
  related: ['object list', 'technology list'],
  columns: [{ ...id, priority: 2 }, ...columnsOf(modelConnections.shape.fields), createdAt],
  completes: [
    {
      kind: 'connection',
      list: async () => modelConnections.list,
      within: { field: 'originId', kind: 'object' },
    },
  ],
});
