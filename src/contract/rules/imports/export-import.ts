import { COLORS, CONNECTION_DIRECTIONS, MODEL_STATUSES, TAG_GROUP_ICONS } from '../../enums.js';
import { exportedTexts } from '../../fields/facts.js';
import { type FieldTable, factsOf } from '../../fields/field.js';
import { modelConnectionFields } from '../../fields/model-connection.js';
import { modelObjectFields } from '../../fields/model-object.js';
import type {
  ImportData,
  ModelConnectionImport,
  ModelObjectImport,
} from '../../resources/landscape-import.js';
import type {
  ModelConnectionExport,
  ModelObjectExport,
  VersionExport,
} from '../../resources/model-export.js';
import { exportPlaces, type Note } from './export-places.js';
import { importSteps } from './import-steps.js';

/** Converts an export to import documents (docs/service.md#exports, docs/service.md#imports). */

/** Ids that exist at the destination of the import; references to other ids are dropped. */
export interface KnownIds {
  technologies: ReadonlySet<string>;
  teams: ReadonlySet<string>;
}

/** A loss in the conversion: data that an import cannot represent. */
export interface LeftOut {
  /** Description for messages: `connections without a direction (now outgoing)`. */
  what: string;
  /** Names of the affected records. */
  names: string[];
}

export interface ImportOfExport {
  /** Documents in the order to import them; the last one is complete. */
  documents: ImportData[];
  leftOut: LeftOut[];
}

/**
 * Converts an export to the documents that recreate the version. Pure; ids of the export become the original ids of the
 * entries.
 */
export function importOfExport(version: VersionExport, known: KnownIds): ImportOfExport {
  const notes = new Map<string, string[]>();
  const note: Note = (what, name) => {
    const names = notes.get(what);
    if (names) names.push(name);
    else notes.set(what, [name]);
  };
  const { tags, tagGroups, tagIds } = tagEntries(version, note);
  const { domains, places } = exportPlaces(version, note);
  const within = { known, note, tagIds, isThere: (id: string) => places.has(id) };
  const objects = [...places].map(
    ([, { object, ...place }]): ModelObjectImport => ({
      ...objectEntry(object, within),
      ...place,
      groupIds: place.groupIds.filter(within.isThere),
    }),
  );
  const connections = Object.values(version.modelConnections).flatMap((it) => connectionEntry(it, within));
  noteUnsupported(version, note);
  const document: ImportData = {
    tagGroups,
    tags,
    modelObjects: [...domains, ...objects],
    modelConnections: connections,
  };
  return {
    documents: importSteps(document),
    leftOut: [...notes].map(([what, names]) => ({ what, names })),
  };
}

interface Within {
  known: KnownIds;
  note: Note;
  tagIds: ReadonlySet<string>;
  isThere(id: string): boolean;
}

/** The value if an import accepts it, otherwise undefined. */
const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((it) => it === value);

function tagEntries(version: VersionExport, note: Note) {
  const tagGroups = Object.values(version.tagGroups).map(({ id, name, icon }) => ({
    id,
    name: name || 'Tags',
    icon: oneOf(TAG_GROUP_ICONS, icon) ?? TAG_GROUP_ICONS[0],
  }));
  const groups = new Set(tagGroups.map(({ id }) => id));
  const tags = Object.values(version.tags).flatMap(({ id, name, color, groupId }) => {
    if (groups.has(groupId)) {
      return [{ id, name: name || 'Tag', color: oneOf(COLORS, color) ?? COLORS[0], groupId }];
    }
    note('tags without a group', name);
    return [];
  });
  return { tagGroups, tags, tagIds: new Set(tags.map(({ id }) => id)) };
}

/** Filters ids to existing ones; calls `onDropped` if any are missing. */
function only(ids: readonly string[], known: ReadonlySet<string>, onDropped: () => void): string[] {
  const found = ids.filter((id) => known.has(id));
  if (found.length < ids.length) onDropped();
  return found;
}

type Both = ModelObjectExport | ModelConnectionExport;

const textsOf = (record: Both, fields: FieldTable): Pick<Both, 'description'> =>
  Object.fromEntries(
    exportedTexts(factsOf(fields)).map((name) => [name, record[name as 'description']]),
  ) as Pick<Both, 'description'>;

/** Fields that objects and connections have in common. */
function shared({ name, status, tagIds, technologyIds, links }: Both, within: Within) {
  const { known, note } = within;
  const isStatus = oneOf(MODEL_STATUSES, status);
  if (isStatus === undefined) note(`an unknown status (${status})`, name);
  return {
    ...(isStatus && { status: isStatus }),
    tagIds: tagIds.filter((id) => within.tagIds.has(id)),
    technologyIds: only(technologyIds, known.technologies, () =>
      note('technologies not in the catalog', name),
    ),
    links: Object.values(links ?? {})
      .sort((a, b) => a.index - b.index)
      .flatMap((link) => {
        const linkName = link.customName ?? link.name;
        return link.url ? [{ url: link.url, ...(linkName !== undefined && { customName: linkName }) }] : [];
      }),
  };
}

function objectEntry(object: ModelObjectExport, within: Within) {
  const { known, note } = within;
  const technologyId = object.icon?.catalogTechnologyId;
  const icon = typeof technologyId === 'string' && known.technologies.has(technologyId);
  if (object.icon && !icon) note('icons of technologies not in the catalog', object.name);
  return {
    id: object.id,
    ...textsOf(object, modelObjectFields),
    external: object.external,
    ...shared(object, within),
    teamIds: only(object.teamIds, known.teams, () => note('teams that do not exist', object.name)),
    ...(icon && { icon: { technologyId } }),
  };
}

function connectionEntry(connection: ModelConnectionExport, within: Within): ModelConnectionImport[] {
  const { id, originId, targetId, viaId } = connection;
  const { isThere, note } = within;
  const name = connection.name || 'Connection';
  if (!isThere(originId) || !isThere(targetId)) {
    note('connections to objects that are not imported', name);
    return [];
  }
  const direction = oneOf(CONNECTION_DIRECTIONS, connection.direction);
  if (direction === undefined) note('connections without a direction (now outgoing)', name);
  const isVia = viaId !== null && isThere(viaId);
  if (viaId !== null && !isVia) note('intermediate objects of connections', name);
  return [
    {
      id,
      ...textsOf(connection, modelConnectionFields),
      name,
      direction: direction ?? 'outgoing',
      originId,
      targetId,
      ...(isVia && { viaId }),
      ...shared(connection, within),
    },
  ];
}

/** Notes whole kinds that an import does not support. */
function noteUnsupported(version: VersionExport, note: Note): void {
  for (const { name } of Object.values(version.flows)) note('flows', name);
  const diagrams = Object.values(
    (version.diagrams ?? {}) as Readonly<Record<string, { name?: unknown } | null>>,
  );
  for (const it of diagrams) note('diagrams', typeof it?.name === 'string' ? it.name : '');
}
