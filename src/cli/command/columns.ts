import type { Column } from '../../terminal/types.js';

/** Columns of the service's records, shared by the commands that show them. */

const id: Column = { key: 'id', header: 'ID', kind: 'id', priority: 1 };
const name: Column = { key: 'name', priority: 1 };
const updatedAt: Column = { key: 'updatedAt', header: 'Updated', kind: 'time', priority: 3 };
const createdAt: Column = { key: 'createdAt', header: 'Created', kind: 'time', priority: 4 };
const labels: Column = { key: 'labels', priority: 5 };
const status: Column = { key: 'status', kind: 'status', priority: 2 };

export const API_KEY: readonly Column[] = [
  id,
  name,
  { key: 'permission', priority: 1 },
  { key: 'organizationId', header: 'Organization', kind: 'id', priority: 4 },
  createdAt,
];

export const LANDSCAPE: readonly Column[] = [
  id,
  name,
  { key: 'scheduledVersions', header: 'Scheduled versions', kind: 'boolean', priority: 4 },
  updatedAt,
  createdAt,
];

export const VERSION: readonly Column[] = [
  id,
  name,
  { key: 'tags', kind: 'list', priority: 2 },
  { key: 'notes', priority: 4 },
  createdAt,
];

export const VERSION_REVERT: readonly Column[] = [
  id,
  { key: 'versionId', header: 'Version', kind: 'id', priority: 1 },
  { key: 'notes', priority: 2 },
  { key: 'diagramHandleIds', header: 'Diagrams', kind: 'list', priority: 5 },
  createdAt,
];

export const ORGANIZATION: readonly Column[] = [id, name, { key: 'plan', priority: 2 }, status];

export const DIAGRAM: readonly Column[] = [
  id,
  name,
  { key: 'type', priority: 2 },
  {
    key: 'objects',
    header: 'Objects',
    kind: 'number',
    priority: 3,
    value: (row: { objectCount?: Record<string, number> }) => total(row.objectCount),
  },
  { key: 'connectionCount', header: 'Connections', kind: 'number', priority: 3 },
  { ...status, priority: 5 },
  updatedAt,
];

/** Objects by type; `area` and `box` count the same ones again, by shape. */
const total = (counts: Record<string, number> | undefined): number | undefined =>
  counts &&
  Object.entries(counts)
    .filter(([name]) => name !== 'area' && name !== 'box')
    .reduce((sum, [, count]) => sum + count, 0);

export const DRAFT: readonly Column[] = [
  id,
  name,
  status,
  { key: 'commit', kind: 'number', priority: 4 },
  updatedAt,
];

export const DRAFT_TASK: readonly Column[] = [
  id,
  { key: 'task.type', header: 'Type', priority: 1 },
  { key: 'task.entityId', header: 'Entity', kind: 'id', priority: 1 },
  { key: 'draftId', header: 'Draft', kind: 'id', priority: 3 },
  { key: 'commit', kind: 'number', priority: 4 },
  createdAt,
];

export const OBJECT: readonly Column[] = [
  id,
  name,
  { key: 'type', priority: 2 },
  status,
  { key: 'parentId', header: 'Parent', kind: 'id', priority: 3 },
  { key: 'caption', priority: 4 },
  { key: 'external', kind: 'boolean', priority: 5 },
  { key: 'technologyIds', header: 'Technologies', kind: 'list', priority: 5 },
  { key: 'tagIds', header: 'Tags', kind: 'list', priority: 5 },
  labels,
  { ...updatedAt, priority: 4 },
];

export const CONNECTION: readonly Column[] = [
  id,
  name,
  { key: 'originId', header: 'Origin', kind: 'id', priority: 2 },
  { key: 'targetId', header: 'Target', kind: 'id', priority: 2 },
  { key: 'direction', priority: 3 },
  status,
  { key: 'viaId', header: 'Via', kind: 'id', priority: 5 },
  { key: 'technologyIds', header: 'Technologies', kind: 'list', priority: 5 },
  { key: 'tagIds', header: 'Tags', kind: 'list', priority: 5 },
  labels,
  createdAt,
];

export const FLOW: readonly Column[] = [
  id,
  name,
  { key: 'diagramId', header: 'Diagram', kind: 'id', priority: 2 },
  {
    key: 'stepCount',
    header: 'Steps',
    kind: 'number',
    priority: 3,
    value: (row: { steps?: object }) => Object.keys(row.steps ?? {}).length,
  },
  { key: 'pinned', kind: 'boolean', priority: 4 },
  updatedAt,
];

export const FLOW_THUMBNAIL: readonly Column[] = [
  id,
  name,
  { key: 'url', header: 'URL', priority: 1 },
  { key: 'expires', kind: 'time', priority: 2 },
  { key: 'diagramId', header: 'Diagram', kind: 'id', priority: 3 },
];

export const TAG_GROUP: readonly Column[] = [
  id,
  name,
  { key: 'icon', priority: 2 },
  { key: 'index', kind: 'number', priority: 3 },
  labels,
  createdAt,
];

export const ORGANIZATION_USER: readonly Column[] = [
  { key: 'permission', priority: 1 },
  { key: 'landscapePermissions', header: 'Landscapes', priority: 2 },
];

export const TECHNOLOGY: readonly Column[] = [
  id,
  name,
  { key: 'provider', priority: 3 },
  { key: 'type', priority: 2 },
  { key: 'restrictions', kind: 'list', priority: 5 },
  status,
];

export const TEMPLATE: readonly Column[] = [
  id,
  name,
  { key: 'caption', priority: 3 },
  { key: 'landscapeId', header: 'Landscape', kind: 'id', priority: 2 },
  updatedAt,
];

export const LOG: readonly Column[] = [
  { key: 'performedAt', header: 'When', kind: 'time', priority: 1 },
  { key: 'action.type', header: 'Action', priority: 1 },
  { key: 'subject', header: 'Subject', priority: 2, value: (row: LogRow) => subjectOf(row) },
  { key: 'performedByName', header: 'By', priority: 2 },
  { key: 'importance', priority: 4 },
  { key: 'landscapeId', header: 'Landscape', kind: 'id', priority: 5 },
  { ...id, priority: 2 },
];

export interface LogRow {
  action?:
    | { id?: string | undefined; type?: string | undefined; props?: unknown; context?: unknown }
    | undefined;
}

/** What an action was about, in words where its props or context carry a name. */
export function subjectOf(row: LogRow): string {
  const { props, context, id: entity = '' } = row.action ?? {};
  return nameIn(props) ?? nameIn(context) ?? entity;
}

function nameIn(value: unknown): string | undefined {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined;
  return typeof name === 'string' ? name : undefined;
}
