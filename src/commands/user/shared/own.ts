import type { Column } from '../../../terminal/types.js';

/** Columns of the user of the key. */
export const OWN_COLUMNS: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'id', priority: 1 },
  { key: 'name', priority: 1 },
  { key: 'email', priority: 1 },
  { key: 'theme', priority: 4 },
  { key: 'jobRole', header: 'Role', priority: 4 },
  { key: 'defaultOrganizationId', header: 'Organization', kind: 'id', of: 'org', priority: 3 },
  { key: 'lastActiveAt', header: 'Active', kind: 'time', priority: 3 },
];
