import type { Column } from '../../../terminal/types.js';

/** Running, done or failed, derived from the fields of an export. */
const stateOf = ({ error, completedAt }: { error?: unknown; completedAt?: unknown }): string =>
  error ? 'failed' : completedAt ? 'completed' : 'running';

export const STARTED_EXPORT: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'id', priority: 1 },
  { key: 'type', priority: 2 },
  { key: 'state', priority: 1, value: stateOf },
  { key: 'error', priority: 2 },
  { key: 'fileUrl', header: 'URL', priority: 2 },
  { key: 'completedAt', header: 'Completed', kind: 'time', priority: 3 },
  { key: 'deleteAt', header: 'Gone from', kind: 'time', priority: 4 },
];

export const STARTED_IMPORT: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'id', priority: 1 },
  { key: 'status', kind: 'status', priority: 1 },
  { key: 'errors', priority: 2 },
  { key: 'prune', kind: 'boolean', priority: 4 },
  { key: 'completedAt', header: 'Completed', kind: 'time', priority: 3 },
  { key: 'deleteAt', header: 'Gone from', kind: 'time', priority: 4 },
];
