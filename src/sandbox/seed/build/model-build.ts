import { MODEL_OBJECT_TYPES, type MODEL_STATUSES } from '../../../contract/enums.js';
import { technologyId, technologyName } from '../data/catalog.js';
import { type Edition, entityId, versionedFields } from '../data/edition.js';
import type { ConnectionRow, Flags, ObjectRow } from '../data/landscape-table.js';
import { teamId } from '../data/people.js';
import type { Drawn } from './diagram-build.js';
import type { Walk } from './flow-build.js';
import { oneOf, words } from './table.js';
import type { SeedRecord } from './types.js';

/** Records of an edition that model records refer to. */
export interface ModelScope {
  edition: Edition;
  objects: ReadonlyMap<string, ObjectRow>;
  drawn: readonly Drawn[];
  walks: readonly Walk[];
}

/** Ancestors of an object, starting with the root. */
function ancestors(objects: ReadonlyMap<string, ObjectRow>, row: ObjectRow): ObjectRow[] {
  const parent = objects.get(row.parent);
  return parent === undefined ? [] : [...ancestors(objects, parent), parent];
}

/** The record of a model object (docs/service.md#model-object). */
export function objectRecord(scope: ModelScope, row: ObjectRow, index: number): SeedRecord {
  const { edition, objects } = scope;
  const objectId = (key: string) => entityId(edition, 'object', key);
  const above = ancestors(objects, row);
  const domain = above[0]?.key ?? row.key;
  const children = [...objects.values()].filter((it) => it.parent === row.key);
  const diagrams = scope.drawn.filter((it) => it.table.model === row.key);
  const [main] = words(row.technologies);
  return {
    kind: 'modelObject',
    record: {
      ...versionedFields(edition, 'object', row.key, life(row.read, index)),
      domainId: entityId(edition, 'domain', domain),
      type: oneOf(MODEL_OBJECT_TYPES, row.type),
      name: row.name,
      caption: row.caption,
      description: edition.table.descriptions[row.key] ?? '',
      external: row.read.marks.has('external'),
      status: statusOf(edition, row.read),
      parentId: row.parent === '' ? null : objectId(row.parent),
      parentIds: above.map((it) => objectId(it.key)),
      childIds: children.map((it) => objectId(it.key)),
      childDiagramIds: diagrams.map((it) => it.id),
      groupIds: words(row.groups).map(objectId),
      tagIds: words(row.tags).map((key) => entityId(edition, 'tag', key)),
      teamIds: words(row.teams).map(teamId),
      technologyIds: words(row.technologies).map(technologyId),
      teamOnlyEditing: false,
      icon: row.type === 'app' || row.type === 'store' ? icon(main) : null,
      labels: {},
      links: {},
      linked: false,
      diagrams: Object.fromEntries(
        scope.drawn.flatMap((it) =>
          it.objects
            .filter((placed) => placed.key === row.key)
            .map((placed) => [it.id, { id: it.id, objectId: placed.id }]),
        ),
      ),
      flows: stepsOf(scope.walks, (walked) => walked.objects.includes(row.key)),
    },
  };
}

/** The record of a model connection (docs/service.md#model-connection). */
export function connectionRecord(scope: ModelScope, row: ConnectionRow, index: number): SeedRecord {
  const { edition } = scope;
  const originId = entityId(edition, 'object', row.origin);
  const targetId = entityId(edition, 'object', row.target);
  const { marks } = row.read;
  return {
    kind: 'modelConnection',
    record: {
      ...versionedFields(edition, 'connection', row.key, life(row.read, index)),
      name: row.name,
      description: row.description,
      originId,
      targetId,
      viaId: row.via === '' ? null : entityId(edition, 'object', row.via),
      direction: marks.has('undirected') ? null : marks.has('both') ? 'bidirectional' : 'outgoing',
      status: statusOf(edition, row.read),
      tagIds: words(row.tags).map((key) => entityId(edition, 'tag', key)),
      technologyIds: words(row.technologies).map(technologyId),
      labels: {},
      links: {},
      linked: false,
      diagrams: Object.fromEntries(
        scope.drawn.flatMap((it) =>
          it.connections
            .filter((placed) => placed.key === row.key)
            .map(({ id: connectionId }) => [
              it.id,
              { id: it.id, connectionId, originModelId: originId, targetModelId: targetId },
            ]),
        ),
      ),
      flows: stepsOf(scope.walks, (walked) => walked.connection === row.key),
    },
  };
}

function life(flags: Flags, index: number) {
  return { index, since: flags.since, changed: flags.before?.stage };
}

function statusOf({ stage }: Edition, { before, status }: Flags): (typeof MODEL_STATUSES)[number] {
  return before !== null && stage < before.stage ? before.status : status;
}

function stepsOf(walks: readonly Walk[], touches: (walked: Walk['steps'][number]) => boolean) {
  const found = walks.flatMap((walk) =>
    walk.steps.filter(touches).map(({ id }) => [id, { id: walk.id, stepId: id }] as const),
  );
  return Object.fromEntries(found);
}

function icon(slug: string | undefined): Record<string, string> | null {
  const name = slug === undefined ? undefined : technologyName(slug);
  if (slug === undefined || name === undefined) return null;
  const id = technologyId(slug);
  return {
    catalogTechnologyId: id,
    name,
    url: `/catalog/technologies/light/${id}.png`,
    urlDark: `/catalog/technologies/dark/${id}.png`,
    urlLight: `/catalog/technologies/light/${id}.png`,
  };
}
