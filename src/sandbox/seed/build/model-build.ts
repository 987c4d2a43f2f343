import { MODEL_OBJECT_TYPES, type MODEL_STATUSES } from '../../../contract/enums.js';
import { technologyId, technologyName } from '../data/catalog.js';
import { type Edition, entityId, versionedFields } from '../data/edition.js';
import type { ConnectionRow, Flags, ObjectRow } from '../data/landscape-table.js';
import { teamId } from '../data/people.js';
import { oneOf, words } from './table.js';
import type { SeedRecord } from './types.js';

/** Model objects of an edition by key. */
type Objects = ReadonlyMap<string, ObjectRow>;

/** Key of the topmost ancestor of an object. */
function rootOf(objects: Objects, row: ObjectRow): string {
  const parent = objects.get(row.parent);
  return parent === undefined ? row.key : rootOf(objects, parent);
}

/** Derived fields of objects and connections; computed by `withDerivedFields`. */
const PLACEMENT = { linked: false, diagrams: {}, flows: {} };

/** The record of a model object (docs/service.md#model-object). */
export function objectRecord(
  edition: Edition,
  objects: Objects,
  row: ObjectRow,
  index: number,
): SeedRecord<'modelObject'> {
  const objectId = (key: string) => entityId(edition, 'object', key);
  const [main] = words(row.technologies);
  return {
    kind: 'modelObject',
    record: {
      ...versionedFields(edition, 'object', row.key, life(row.read, index)),
      domainId: entityId(edition, 'domain', rootOf(objects, row)),
      type: oneOf(MODEL_OBJECT_TYPES, row.type),
      name: row.name,
      caption: row.caption,
      description: edition.table.descriptions[row.key] ?? '',
      external: row.read.marks.has('external'),
      status: statusOf(edition, row.read),
      parentId: row.parent === '' ? null : objectId(row.parent),
      parentIds: [],
      childIds: [],
      childDiagramIds: [],
      groupIds: words(row.groups).map(objectId),
      tagIds: words(row.tags).map((key) => entityId(edition, 'tag', key)),
      teamIds: words(row.teams).map(teamId),
      technologyIds: words(row.technologies).map(technologyId),
      teamOnlyEditing: false,
      icon: row.type === 'app' || row.type === 'store' ? icon(main) : null,
      labels: {},
      links: {},
      ...PLACEMENT,
    },
  };
}

/** The record of a model connection (docs/service.md#model-connection). */
export function connectionRecord(
  edition: Edition,
  row: ConnectionRow,
  index: number,
): SeedRecord<'modelConnection'> {
  const { marks } = row.read;
  return {
    kind: 'modelConnection',
    record: {
      ...versionedFields(edition, 'connection', row.key, life(row.read, index)),
      name: row.name,
      description: row.description,
      originId: entityId(edition, 'object', row.origin),
      targetId: entityId(edition, 'object', row.target),
      viaId: row.via === '' ? null : entityId(edition, 'object', row.via),
      direction: marks.has('undirected') ? null : marks.has('both') ? 'bidirectional' : 'outgoing',
      status: statusOf(edition, row.read),
      tagIds: words(row.tags).map((key) => entityId(edition, 'tag', key)),
      technologyIds: words(row.technologies).map(technologyId),
      labels: {},
      links: {},
      ...PLACEMENT,
    },
  };
}

function life(flags: Flags, index: number) {
  return { index, since: flags.since, changed: flags.before?.stage };
}

function statusOf({ stage }: Edition, { before, status }: Flags): (typeof MODEL_STATUSES)[number] {
  return before !== null && stage < before.stage ? before.status : status;
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
