import { push } from '../base/grouped.js';
import { isObject } from '../base/is-object.js';
import { type Doc, type Fields, textsOf } from '../contract/doc.js';
import type { FactsTable, FieldFacts } from '../contract/fields/facts.js';
import { type ModelConnection, modelConnections } from '../contract/resources/model-connection.js';
import type {
  DependenciesExport,
  ModelConnectionExport,
  ModelObjectExport,
  VersionExport,
} from '../contract/resources/model-export.js';
import { type ModelObject, modelObjects } from '../contract/resources/model-object.js';
import type { Technology } from '../contract/resources/technology.js';
import { type DocumentModel, textOf } from './model.js';

/** Records in export form (docs/service.md#exports): the content, without timestamps and counts. */

const EMPTY: Partial<Record<FieldFacts['is'], unknown>> = {
  text: '',
  boolean: false,
  references: [],
  links: {},
};

/** The exported fields of a record, with empty values for missing ones. */
function exported({ shape }: { shape: { fields: FactsTable } }, record: Doc): Fields {
  const fields = Object.entries(shape.fields).flatMap(([name, { is, exported: isExported, nullable }]) =>
    isExported ? [[name, record[name] ?? EMPTY[is] ?? (nullable ? null : '')] as const] : [],
  );
  return { id: record.id, ...Object.fromEntries(fields) };
}

export const objectExport = (object: ModelObject) => exported(modelObjects, object) as ModelObjectExport;

export const connectionExport = (connection: ModelConnection) =>
  exported(modelConnections, connection) as ModelConnectionExport;

const TECHNOLOGY_TEXTS = [
  'nameShort',
  'description',
  'iconUrl',
  'iconUrlDark',
  'iconUrlLight',
  'docsUrl',
  'updatesUrl',
  'websiteUrl',
] as const;

function technologyExport(technology: Technology): VersionExport['technologies'][string] {
  const { id, name, color, provider = null, type = null } = technology;
  const texts = TECHNOLOGY_TEXTS.flatMap((field) => {
    const value = [technology[field]].flat()[0];
    return typeof value === 'string' ? [[field, value] as const] : [];
  });
  return { id, name, color, provider, type, ...Object.fromEntries(texts) };
}

const byId = <T extends { id: string }, U>(list: readonly T[], make: (item: T) => U): Record<string, U> =>
  Object.fromEntries(list.map((it) => [it.id, make(it)]));

/** Exports a whole version, with only the technologies and teams that are used in it. */
export function versionExport(model: DocumentModel): VersionExport {
  const used = new Set(
    [...model.objects, ...model.connections].flatMap((it: Fields) => [
      ...textsOf(it.technologyIds),
      ...textsOf(it.teamIds),
    ]),
  );
  const isUsed = ({ id }: { id: string }) => used.has(id);
  return {
    domains: byId(model.domains, ({ id, name }) => ({ id, name })),
    flows: byId(model.flows, ({ id, name, diagramId, steps = {} }) => ({ id, name, diagramId, steps })),
    modelConnections: byId(model.connections, connectionExport),
    modelObjects: byId(model.objects, objectExport),
    tagGroups: byId(model.tagGroups, ({ id, name, icon }) => ({ id, name, icon })),
    tags: byId(model.tags, ({ id, name, color, groupId }) => ({ id, name, color, groupId })),
    teams: byId(model.teams.filter(isUsed), ({ id, name, color }) => ({
      id,
      name,
      ...(color !== undefined && { color }),
    })),
    technologies: byId(model.technologies.filter(isUsed), technologyExport),
  };
}

/** Exports the second schema: the first one, and diagrams with their content. */
export function versionExportV2(model: DocumentModel): Fields {
  const contents = new Map(model.contents.map((it) => [it.id, it]));
  const diagrams = byId(model.diagrams, ({ id, name, type, modelId, description }) => {
    const { objects, connections }: Fields = contents.get(id) ?? {};
    return {
      id,
      name,
      type,
      modelId,
      description: textOf(description),
      objects: isObject(objects) ? objects : {},
      connections: isObject(connections) ? connections : {},
    };
  });
  return { ...versionExport(model), diagrams };
}

/** Returns a lookup of an object's dependencies (outgoing connections) and dependents (incoming connections). */
export function dependenciesIn(model: DocumentModel): (objectId: string) => DependenciesExport {
  const objects = new Map(model.objects.map((it) => [it.id, it]));
  const chain = (id: string): ModelObjectExport[] => {
    const end = objects.get(id);
    const around = [...textsOf(end?.parentIds)].reverse().flatMap((it) => objects.get(it) ?? []);
    return end ? [end, ...around].map(objectExport) : [];
  };
  const goesBothWays = ({ direction }: ModelConnection) => direction === 'bidirectional';
  const byEnd = new Map<string, ModelConnection[]>();
  for (const it of model.connections)
    for (const end of new Set([it.originId, it.targetId])) push(byEnd, end, it);
  return (objectId) => {
    const connections = byEnd.get(objectId) ?? [];
    const incoming = connections.filter((it) => it.targetId === objectId || goesBothWays(it));
    const outgoing = connections.filter((it) => it.originId === objectId || goesBothWays(it));
    const otherEnds = (list: readonly ModelConnection[]) =>
      byId(list, ({ originId, targetId }) => chain(originId === objectId ? targetId : originId));
    return {
      incomingConnections: incoming.map(connectionExport),
      incomingConnectionObjects: otherEnds(incoming),
      outgoingConnections: outgoing.map(connectionExport),
      outgoingConnectionObjects: otherEnds(outgoing),
    };
  };
}
