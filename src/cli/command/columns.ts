import type { Column } from '../../terminal/types.js';

/** Columns that records of many kinds share. */

export const id: Column = { key: 'id', header: 'ID', kind: 'id', priority: 1 };
export const name: Column = { key: 'name', priority: 1 };
export const updatedAt: Column = { key: 'updatedAt', header: 'Updated', kind: 'time', priority: 3 };
export const createdAt: Column = { key: 'createdAt', header: 'Created', kind: 'time', priority: 4 };
export const commit: Column = { key: 'commit', kind: 'number', priority: 4, wideOnly: true };
export const handle: Column = { key: 'handleId', header: 'Handle', kind: 'id', priority: 5 };
export const version: Column = {
  key: 'versionId',
  header: 'Version',
  kind: 'id',
  of: 'version',
  priority: 5,
  wideOnly: true,
};
export const status: Column = { key: 'status', kind: 'status', priority: 2 };
