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
import { exportPlacements, type ReportLoss } from './export-places.js';
import { importSteps } from './import-steps.js';

/** Converts an export to import documents (docs/service.md#exports, docs/service.md#imports). */

/** Ids that exist at the destination of the import; references to other ids are dropped. */
export interface KnownIds {
  technologies: ReadonlySet<string>;
  teams: ReadonlySet<string>;
}

/** A loss in the conversion: data that an import cannot represent. */
export interface Loss {
  /** Description for messages: `connections without a direction (now outgoing)`. */
  what: string;
  /** Names of the affected records. */
  names: string[];
}

/** Import documents made from an export, and what they omit. */
export interface ImportOfExport {
  /** Documents in the order to import them; the last one is complete. */
  documents: ImportData[];
  losses: Loss[];
}

/**
 * Converts an export to the documents that recreate the version. Pure; ids of the export become the original ids of the
 * entries.
 */
export function importOfExport(version: VersionExport, known: KnownIds): ImportOfExport {
  const notes = new Map<string, string[]>();
  const reportLoss: ReportLoss = (what, name) => {
    const names = notes.get(what);
    if (names) names.push(name);
    else notes.set(what, [name]);
  };
  const { tags, tagGroups, tagIds } = tagEntries(version, reportLoss);
  const { domains, places } = exportPlacements(version, reportLoss);
  const conversion = { known, reportLoss, tagIds, isPlaced: (id: string) => places.has(id) };
  const objects = [...places].map(
    ([, { object, ...place }]): ModelObjectImport => ({
      ...objectEntry(object, conversion),
      ...place,
      groupIds: place.groupIds.filter(conversion.isPlaced),
    }),
  );
  const connections = Object.values(version.modelConnections).flatMap((it) =>
    connectionEntry(it, conversion),
  );
  reportUnsupported(version, reportLoss);
  const document: ImportData = {
    tagGroups,
    tags,
    modelObjects: [...domains, ...objects],
    modelConnections: connections,
  };
  return {
    documents: importSteps(document),
    losses: [...notes].map(([what, names]) => ({ what, names })),
  };
}

/** Context of a conversion. */
interface Conversion {
  known: KnownIds;
  reportLoss: ReportLoss;
  tagIds: ReadonlySet<string>;
  isPlaced(id: string): boolean;
}

/** The value if an import accepts it, otherwise undefined. */
const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((it) => it === value);

function tagEntries(version: VersionExport, reportLoss: ReportLoss) {
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
    reportLoss('tags without a group', name);
    return [];
  });
  return { tagGroups, tags, tagIds: new Set(tags.map(({ id }) => id)) };
}

/** Filters ids to existing ones; calls `onDropped` if any are missing. */
function filterKnown(ids: readonly string[], known: ReadonlySet<string>, onDropped: () => void): string[] {
  const found = ids.filter((id) => known.has(id));
  if (found.length < ids.length) onDropped();
  return found;
}

type ObjectOrConnection = ModelObjectExport | ModelConnectionExport;

const textsOf = (record: ObjectOrConnection, fields: FieldTable): Pick<ObjectOrConnection, 'description'> =>
  Object.fromEntries(
    exportedTexts(factsOf(fields)).map((name) => [name, record[name as 'description']]),
  ) as Pick<ObjectOrConnection, 'description'>;

/** Fields that objects and connections have in common. */
function commonFields(
  { name, status, tagIds, technologyIds, links }: ObjectOrConnection,
  conversion: Conversion,
) {
  const { known, reportLoss } = conversion;
  const isStatus = oneOf(MODEL_STATUSES, status);
  if (isStatus === undefined) reportLoss(`an unknown status (${status})`, name);
  return {
    ...(isStatus && { status: isStatus }),
    tagIds: tagIds.filter((id) => conversion.tagIds.has(id)),
    technologyIds: filterKnown(technologyIds, known.technologies, () =>
      reportLoss('technologies not in the catalog', name),
    ),
    links: Object.values(links ?? {})
      .sort((a, b) => a.index - b.index)
      .flatMap((link) => {
        const linkName = link.customName ?? link.name;
        return link.url ? [{ url: link.url, ...(linkName !== undefined && { customName: linkName }) }] : [];
      }),
  };
}

function objectEntry(object: ModelObjectExport, conversion: Conversion) {
  const { known, reportLoss } = conversion;
  const technologyId = object.icon?.catalogTechnologyId;
  const icon = typeof technologyId === 'string' && known.technologies.has(technologyId);
  if (object.icon && !icon) reportLoss('icons of technologies not in the catalog', object.name);
  return {
    id: object.id,
    ...textsOf(object, modelObjectFields),
    external: object.external,
    ...commonFields(object, conversion),
    teamIds: filterKnown(object.teamIds, known.teams, () =>
      reportLoss('teams that do not exist', object.name),
    ),
    ...(icon && { icon: { technologyId } }),
  };
}

function connectionEntry(connection: ModelConnectionExport, conversion: Conversion): ModelConnectionImport[] {
  const { id, originId, targetId, viaId } = connection;
  const { isPlaced, reportLoss } = conversion;
  const name = connection.name || 'Connection';
  if (!isPlaced(originId) || !isPlaced(targetId)) {
    reportLoss('connections to objects that are not imported', name);
    return [];
  }
  const direction = oneOf(CONNECTION_DIRECTIONS, connection.direction);
  if (direction === undefined) reportLoss('connections without a direction (now outgoing)', name);
  const isVia = viaId !== null && isPlaced(viaId);
  if (viaId !== null && !isVia) reportLoss('intermediate objects of connections', name);
  return [
    {
      id,
      ...textsOf(connection, modelConnectionFields),
      name,
      direction: direction ?? 'outgoing',
      originId,
      targetId,
      ...(isVia && { viaId }),
      ...commonFields(connection, conversion),
    },
  ];
}

/** Reports the records of kinds that an import does not support. */
function reportUnsupported(version: VersionExport, reportLoss: ReportLoss): void {
  for (const { name } of Object.values(version.flows)) reportLoss('flows', name);
  const diagrams = Object.values(
    (version.diagrams ?? {}) as Readonly<Record<string, { name?: unknown } | null>>,
  );
  for (const it of diagrams) reportLoss('diagrams', typeof it?.name === 'string' ? it.name : '');
}
