import { COLORS, FLOW_STEP_TYPES, TAG_GROUP_ICONS } from '../../../contract/enums.js';
import type { Kind } from '../../../contract/records.js';
import { type Edition, entityId, versionedFields } from '../data/edition.js';
import {
  type ConnectionRow,
  connectionKey,
  connectionRows,
  DIAGRAM_GROUP_COLUMNS,
  DOMAIN_COLUMNS,
  type FlowTable,
  objectRows,
  STEP_COLUMNS,
  TAG_COLUMNS,
  TAG_GROUP_COLUMNS,
} from '../data/landscape-table.js';
import { diagramRecords, type Pin } from './diagram-build.js';
import { connectionRecord, objectRecord } from './model-build.js';
import { oneOf, readTable } from './table.js';
import type { SeedRecord } from './types.js';

/**
 * The `flow` record and its steps (docs/service.md#flow-step). A step inside a path has the id of the path as its
 * `parentId`; `viaId` is the id of its connection.
 */
function flowRecord(
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

/**
 * All model records of one version: domains, tag groups, tags, model objects, connections, diagram groups, diagrams
 * with their content, and flows. A snapshot omits records of later stages and everything that depends on them.
 */
export function buildEdition(edition: Edition, pins: readonly Pin[]): SeedRecord<Kind>[] {
  const { table, stage } = edition;
  const objects = new Map(
    objectRows(table)
      .filter((row) => row.read.since <= stage)
      .map((row) => [row.key, row]),
  );
  const has = (key: string) => key === '' || objects.has(key);
  const connections = connectionRows(table).filter(
    (row) => row.read.since <= stage && has(row.origin) && has(row.target) && has(row.via),
  );
  const inStage = <T extends { since?: number }>(all: readonly T[]) =>
    all.filter((it) => (it.since ?? 0) <= stage);
  const byKey = new Map(connections.map((row) => [row.key, row]));
  return [
    ...domainRecords(edition),
    ...tagRecords(edition),
    ...[...objects.values()].map((row, index) => objectRecord(edition, objects, row, index)),
    ...connections.map((row, index) => connectionRecord(edition, row, index)),
    ...diagramGroupRecords(edition),
    ...inStage(table.diagrams).flatMap((it, index) => {
      const pinned = pins.filter((pin) => pin.diagram === it.key);
      return diagramRecords(edition, it, index, { objects, connections, pins: pinned });
    }),
    ...inStage(table.flows).map((it, index) => flowRecord(edition, it, byKey, index)),
  ];
}

function domainRecords(edition: Edition): SeedRecord<Kind>[] {
  return readTable(DOMAIN_COLUMNS, edition.table.domains).map(({ key, name }, index) => ({
    kind: 'domain',
    record: { ...versionedFields(edition, 'domain', key, { index }), name, index, labels: {} },
  }));
}

function diagramGroupRecords(edition: Edition): SeedRecord<Kind>[] {
  return readTable(DIAGRAM_GROUP_COLUMNS, edition.table.diagramGroups).map(({ key, model, name }, index) => ({
    kind: 'diagramGroup',
    record: {
      ...versionedFields(edition, 'diagram-group', key, { index }),
      modelId: entityId(edition, 'object', model),
      name,
      index,
      labels: {},
    },
  }));
}

function tagRecords(edition: Edition): SeedRecord<Kind>[] {
  const groups = readTable(TAG_GROUP_COLUMNS, edition.table.tagGroups);
  const rows = readTable(TAG_COLUMNS, edition.table.tags);
  return [
    ...groups.map(({ key, icon, name }, index): SeedRecord<Kind> => {
      const own = versionedFields(edition, 'tag-group', key, { index });
      return {
        kind: 'tagGroup',
        record: { ...own, name, icon: oneOf(TAG_GROUP_ICONS, icon), index, labels: {} },
      };
    }),
    ...rows.map(
      (row, index): SeedRecord<Kind> => ({
        kind: 'tag',
        record: {
          ...versionedFields(edition, 'tag', row.key, { index }),
          groupId: entityId(edition, 'tag-group', row.group),
          name: row.name,
          color: oneOf(COLORS, row.color),
          index: rows.filter((it) => it.group === row.group).indexOf(row),
          labels: {},
          modelObjectIds: [],
          modelConnectionIds: [],
        },
      }),
    ),
  ];
}
