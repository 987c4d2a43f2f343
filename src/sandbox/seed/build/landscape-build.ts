import { COLORS, TAG_GROUP_ICONS } from '../../../contract/enums.js';
import { type Edition, entityId, versionedFields } from '../data/edition.js';
import {
  type ConnectionRow,
  connectionRows,
  DIAGRAM_GROUP_COLUMNS,
  DOMAIN_COLUMNS,
  type ObjectRow,
  objectRows,
  TAG_COLUMNS,
  TAG_GROUP_COLUMNS,
} from '../data/landscape-table.js';
import { diagramRecords, drawDiagram, type Pin } from './diagram-build.js';
import { flowRecord, walkFlow } from './flow-build.js';
import { connectionRecord, type ModelScope, objectRecord } from './model-build.js';
import { oneOf, readTable, words } from './table.js';
import type { SeedRecord } from './types.js';

/**
 * All model records of one version: domains, tag groups, tags, model objects, connections, diagram groups, diagrams
 * with their content, and flows. A snapshot omits records of later stages and everything that depends on them.
 */
export function buildEdition(edition: Edition, pins: readonly Pin[]): SeedRecord[] {
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
  const drawn = table.diagrams
    .filter((it) => (it.since ?? 0) <= stage)
    .map((it) => drawDiagram(edition, it, objects, connections));
  const byKey = new Map(connections.map((row) => [row.key, row]));
  const walks = table.flows
    .filter((it) => (it.since ?? 0) <= stage)
    .map((it) => walkFlow(edition, it, byKey));
  const scope: ModelScope = { edition, objects, drawn, walks };
  return [
    ...domainRecords(edition),
    ...tagRecords(edition, [...objects.values()], connections),
    ...[...objects.values()].map((row, index) => objectRecord(scope, row, index)),
    ...connections.map((row, index) => connectionRecord(scope, row, index)),
    ...diagramGroupRecords(edition),
    ...drawn.flatMap((it, index) => {
      const pinned = pins.filter((pin) => pin.diagram === it.table.key);
      return diagramRecords(edition, it, index, pinned);
    }),
    ...walks.map((walk, index) => flowRecord(edition, walk, index)),
  ];
}

function domainRecords(edition: Edition): SeedRecord[] {
  return readTable(DOMAIN_COLUMNS, edition.table.domains).map(({ key, name }, index) => ({
    kind: 'domain',
    record: { ...versionedFields(edition, 'domain', key, { index }), name, index, labels: {} },
  }));
}

function diagramGroupRecords(edition: Edition): SeedRecord[] {
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

function tagRecords(
  edition: Edition,
  objects: readonly ObjectRow[],
  connections: readonly ConnectionRow[],
): SeedRecord[] {
  const groups = readTable(TAG_GROUP_COLUMNS, edition.table.tagGroups);
  const rows = readTable(TAG_COLUMNS, edition.table.tags);
  const tagged = (kind: string, tag: string, all: readonly { key: string; tags: string }[]) =>
    all.filter((row) => words(row.tags).includes(tag)).map((row) => entityId(edition, kind, row.key));
  return [
    ...groups.map(({ key, icon, name }, index): SeedRecord => {
      const own = versionedFields(edition, 'tag-group', key, { index });
      return {
        kind: 'tagGroup',
        record: { ...own, name, icon: oneOf(TAG_GROUP_ICONS, icon), index, labels: {} },
      };
    }),
    ...rows.map(
      (row, index): SeedRecord => ({
        kind: 'tag',
        record: {
          ...versionedFields(edition, 'tag', row.key, { index }),
          groupId: entityId(edition, 'tag-group', row.group),
          name: row.name,
          color: oneOf(COLORS, row.color),
          index: rows.filter((it) => it.group === row.group).indexOf(row),
          labels: {},
          modelObjectIds: tagged('object', row.key, objects),
          modelConnectionIds: tagged('connection', row.key, connections),
        },
      }),
    ),
  ];
}
