import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Read and export received events',
  aliases: ['event'],
  examples: {
    'Recent events': 'archctl webhook events list --since 1h',
    'One event with all fields': 'archctl webhook events show EVENT_ID',
  },
  related: ['webhook replay', 'webhook listen'],
  columns: [
    { key: 'receivedAt', header: 'Received', kind: 'time', priority: 1 },
    { key: 'collection', priority: 1 },
    { key: 'operation', priority: 1 },
    { key: 'resourceId', header: 'Resource', kind: 'id', priority: 2 },
    { key: 'verified', kind: 'boolean', priority: 3 },
    { key: 'duplicate', kind: 'boolean', priority: 4 },
    { key: 'landscapeId', header: 'Landscape', kind: 'id', priority: 5 },
    { key: 'size', header: 'Bytes', kind: 'number', priority: 4 },
    { key: 'id', header: 'ID', kind: 'id', priority: 1 },
    // Last, so that the other columns keep their places in a pipe.
    { key: 'delivery', priority: 2 },
  ],
});
