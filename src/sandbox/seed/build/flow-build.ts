import { FLOW_STEP_TYPES } from '../../../contract/enums.js';
import { type Edition, entityId, versionedFields } from '../data/edition.js';
import { type ConnectionRow, connectionKey, type FlowTable, STEP_COLUMNS } from '../data/landscape-table.js';
import { oneOf, readTable } from './table.js';
import type { SeedRecord } from './types.js';

/**
 * The `flow` record and its steps (docs/service.md#flow-step). A step inside a path has the id of the path as its
 * `parentId`; `viaId` is the id of its connection.
 */
export function flowRecord(
  edition: Edition,
  table: FlowTable,
  connections: ReadonlyMap<string, ConnectionRow>,
  index: number,
): SeedRecord<'flow'> {
  const own = versionedFields(edition, 'flow', table.key, { index, since: table.since ?? 0 });
  const pathId = (key: string) => entityId(edition, `path-of-${table.key}`, key);
  const objectId = (key = '') => (key === '' ? null : entityId(edition, 'object', key));
  const paths = Object.entries(table.paths ?? {}).map(([key, name], at) => {
    return [pathId(key), { id: pathId(key), index: at, name }] as const;
  });
  const steps = readTable(STEP_COLUMNS, table.steps).map((row, at) => {
    const type = oneOf(FLOW_STEP_TYPES, row.type === '' ? 'outgoing' : row.type);
    return {
      id: entityId(edition, `step-of-${table.key}`, String(at)),
      index: at,
      type,
      description: row.text,
      originId: objectId(row.from),
      targetId: objectId(row.to),
      viaId: objectId(connections.get(connectionKey(row.from, row.to))?.via),
      parentId: row.path === '' ? null : pathId(row.path),
      flowId: null,
      paths: type === 'alternate-path' ? Object.fromEntries(paths) : null,
    };
  });
  return {
    kind: 'flow',
    record: {
      ...own,
      diagramId: entityId(edition, 'diagram', table.diagram),
      name: table.name,
      index,
      pinned: table.pinned ?? false,
      ...(table.pinned && { pinnedAt: own.createdAt, pinnedIndex: 0 }),
      showAllSteps: false,
      showConnectionNames: true,
      labels: {},
      steps: Object.fromEntries(steps.map((step) => [step.id, step])),
    },
  };
}
