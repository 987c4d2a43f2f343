import type { Column } from '../../../terminal/types.js';

/** Columns of kept events. */
export const EVENT: readonly Column[] = [
  { key: 'receivedAt', header: 'Received', kind: 'time', priority: 1 },
  { key: 'collection', priority: 1 },
  { key: 'operation', priority: 1 },
  { key: 'resourceId', header: 'Resource', kind: 'id', priority: 2 },
  { key: 'verified', kind: 'boolean', priority: 3 },
  { key: 'duplicate', kind: 'boolean', priority: 4 },
  { key: 'landscapeId', header: 'Landscape', kind: 'id', priority: 5 },
  { key: 'size', header: 'Bytes', kind: 'number', priority: 4 },
  { key: 'id', header: 'ID', kind: 'id', priority: 1 },
];
