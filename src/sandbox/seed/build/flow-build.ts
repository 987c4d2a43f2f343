import { FLOW_STEP_TYPES } from '../../../contract/enums.js';
import { type Edition, entityId, versionedFields } from '../data/edition.js';
import { type ConnectionRow, connectionKey, type FlowTable, STEP_COLUMNS } from '../data/landscape-table.js';
import { oneOf, readTable } from './table.js';
import type { SeedRecord } from './types.js';

/** A flow step with model keys, before they are resolved to ids. */
interface Walked {
  id: string;
  objects: string[];
  connection: string | null;
  step: Record<string, unknown> & { id: string };
}

/** A flow with its steps in an edition. */
export interface Walk {
  table: FlowTable;
  id: string;
  steps: Walked[];
}

/**
 * The steps of a flow (docs/service.md#flow-step). A step inside a path has the id of the path as its `parentId`;
 * `viaId` is the id of its connection.
 */
export function walkFlow(
  edition: Edition,
  table: FlowTable,
  connections: ReadonlyMap<string, ConnectionRow>,
): Walk {
  const kind = `step-of-${table.key}`;
  const pathId = (key: string) => entityId(edition, `path-of-${table.key}`, key);
  const objectId = (key: string) => (key === '' ? null : entityId(edition, 'object', key));
  const steps = readTable(STEP_COLUMNS, table.steps).map((row, index): Walked => {
    const connection = connections.get(connectionKey(row.from, row.to));
    const via = connection?.via ?? '';
    const type = oneOf(FLOW_STEP_TYPES, row.type === '' ? 'outgoing' : row.type);
    const id = entityId(edition, kind, String(index));
    const paths = Object.entries(table.paths ?? {}).map(([key, name], at) => {
      return [pathId(key), { id: pathId(key), index: at, name }] as const;
    });
    return {
      id,
      objects: [...new Set([row.from, row.to, via])].filter((key) => key !== ''),
      connection: connection?.key ?? null,
      step: {
        id,
        index,
        type,
        description: row.text,
        originId: objectId(row.from),
        targetId: objectId(row.to),
        viaId: objectId(via),
        parentId: row.path === '' ? null : pathId(row.path),
        flowId: null,
        paths: type === 'alternate-path' ? Object.fromEntries(paths) : null,
      },
    };
  });
  return { table, id: entityId(edition, 'flow', table.key), steps };
}

/** The `flow` record. */
export function flowRecord(edition: Edition, { table, steps }: Walk, index: number): SeedRecord {
  const own = versionedFields(edition, 'flow', table.key, { index, since: table.since ?? 0 });
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
      steps: Object.fromEntries(steps.map(({ step }) => [step.id, step])),
    },
  };
}
