import type { Column } from '../../terminal/types.js';

/** Columns that records of many kinds share. */

export const id: Column = { key: 'id', header: 'ID', kind: 'id', priority: 1 };
export const name: Column = { key: 'name', priority: 1 };
export const updatedAt: Column = { key: 'updatedAt', header: 'Updated', kind: 'time', priority: 3 };
export const createdAt: Column = { key: 'createdAt', header: 'Created', kind: 'time', priority: 4 };
export const labels: Column = { key: 'labels', priority: 5 };
export const status: Column = { key: 'status', kind: 'status', priority: 2 };
