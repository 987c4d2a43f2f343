import { createdAt, id } from '../../../cli/command/columns.js';
import type { Column } from '../../../terminal/types.js';

export const DRAFT_TASK: readonly Column[] = [
  id,
  { key: 'task.type', header: 'Type', priority: 1 },
  { key: 'task.entityId', header: 'Entity', kind: 'id', priority: 1 },
  { key: 'draftId', header: 'Draft', kind: 'id', of: 'draft', priority: 3 },
  { key: 'commit', kind: 'number', priority: 4 },
  createdAt,
];
