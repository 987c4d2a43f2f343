import * as z from 'zod/mini';
import { DESCRIPTION_TYPES } from '../enums.js';
import { domainFields } from '../fields/domain.js';
import { exportSchema } from '../fields/field.js';
import { modelConnectionFields } from '../fields/model-connection.js';
import { modelObjectFields } from '../fields/model-object.js';
import { tagFields, tagGroupFields } from '../fields/tag.js';
import { operation } from '../operation.js';
import { choice, loose, oneOrMany, realityLink, strict, text } from '../schema.js';
import { flowStep } from './flow.js';

const links = () => z.record(z.string(), realityLink());
const byId = <T extends z.ZodMiniType>(record: T) => z.record(z.string(), record);

/** A technology in an export (docs/service.md#exports). */
export const technologyExport = loose({
  id: text(),
  name: text(),
  nameShort: z.optional(text()),
  description: z.optional(text()),
  color: text(),
  provider: z.nullable(text()),
  type: z.nullable(text()),
  iconUrl: z.optional(text()),
  iconUrlDark: z.optional(text()),
  iconUrlLight: z.optional(text()),
  docsUrl: z.optional(text()),
  updatesUrl: z.optional(text()),
  websiteUrl: z.optional(text()),
});

/** A model object in an export, without derived fields. */
export const modelObjectExport = loose({
  ...exportSchema(modelObjectFields).shape,
  technologies: z.optional(byId(technologyExport)),
});
/** A model object in an export. */
export type ModelObjectExport = z.infer<typeof modelObjectExport>;

export const modelConnectionExport = exportSchema(modelConnectionFields);
/** A connection in an export. */
export type ModelConnectionExport = z.infer<typeof modelConnectionExport>;

/**
 * Dependencies and dependents of an object: its connections, and the objects at their other ends by connection id, each
 * followed by its ancestors.
 */
export const dependenciesExport = loose({
  incomingConnections: z.array(modelConnectionExport),
  incomingConnectionObjects: byId(z.array(modelObjectExport)),
  outgoingConnections: z.array(modelConnectionExport),
  outgoingConnectionObjects: byId(z.array(modelObjectExport)),
});
/** The dependencies of a model object, as exported. */
export type DependenciesExport = z.infer<typeof dependenciesExport>;

/** A whole version, each kind of record by id (docs/service.md#exports). */
export const versionExport = loose({
  domains: byId(exportSchema(domainFields)),
  flows: byId(loose({ id: text(), name: text(), diagramId: text(), steps: byId(flowStep) })),
  modelConnections: byId(modelConnectionExport),
  modelObjects: byId(modelObjectExport),
  tagGroups: byId(exportSchema(tagGroupFields)),
  tags: byId(exportSchema(tagFields)),
  teams: byId(loose({ id: text(), name: text() })),
  technologies: byId(technologyExport),
});
/** A whole version, as exported. */
export type VersionExport = z.infer<typeof versionExport>;

const VERSION = '/landscapes/{landscapeId}/versions/{versionId}';
const exports = { method: 'GET', meter: 'export', access: 'read' } as const;
const asText = { response: text(), envelope: null, answers: 'text' } as const;

export const exportObjectsCsv = operation({
  id: 'model.objects.export.csv',
  path: `${VERSION}/model/objects/export/csv`,
  ...exports,
  ...asText,
  summary: 'Export the model objects as CSV',
});

export const exportConnectionsCsv = operation({
  id: 'model.connections.export.csv',
  path: `${VERSION}/model/connections/export/csv`,
  ...exports,
  ...asText,
  summary: 'Export the model connections as CSV',
});

export const exportDependencies = operation({
  id: 'model.objects.export.dependenciesJson',
  path: `${VERSION}/model/objects/{modelObjectId}/dependencies/export/json`,
  ...exports,
  response: dependenciesExport,
  envelope: null,
  answers: 'one',
  summary: 'Export the dependencies of a model object',
});

/** docs/service.md#dependencies: the response format is a choice of the sandbox. */
export const listDependencies = operation({
  id: 'model.dependencies.list',
  method: 'GET',
  path: `${VERSION}/model/dependencies`,
  query: strict({
    filter: z.optional(
      strict({
        objectIds: z.optional(oneOrMany(text())),
        objectLabels: z.optional(z.record(z.string(), z.string())),
        tagIds: z.optional(oneOrMany(text())),
        technologyIds: z.optional(oneOrMany(text())),
      }),
    ),
  }),
  response: loose({ dependencies: byId(dependenciesExport) }),
  envelope: 'dependencies',
  answers: 'map',
  meter: 'read',
  access: 'read',
  summary: 'List the dependencies of selected model objects',
});

/** Generates a text and stores nothing (docs/service.md#generated-descriptions). */
export const describeConnection = operation({
  id: 'model.connections.generateDescription',
  method: 'POST',
  path: `${VERSION}/model/connections/{modelConnectionId}/generate-description`,
  body: strict({ type: choice(DESCRIPTION_TYPES) }),
  response: loose({ description: text(), message: text() }),
  envelope: null,
  answers: 'one',
  meter: 'write',
  access: 'write',
  snapshot: true,
  slow: true,
  summary: 'Generate a description of a model connection',
});

/** docs/service.md#links: checks the targets of an object's links. */
export const syncObjectLinks = operation({
  id: 'model.objects.links.sync',
  method: 'POST',
  path: `${VERSION}/model/objects/{modelObjectId}/links/sync`,
  response: loose({ links: links() }),
  envelope: 'links',
  answers: 'map',
  meter: 'write',
  access: 'write',
  slow: true,
  summary: 'Check the links of a model object',
});

export const exportFlowText = operation({
  id: 'flows.export.text',
  path: `${VERSION}/flows/{flowId}/export/text`,
  ...exports,
  ...asText,
  summary: 'Export a flow as text',
});

export const exportFlowCode = operation({
  id: 'flows.export.code',
  path: `${VERSION}/flows/{flowId}/export/code`,
  ...exports,
  ...asText,
  summary: 'Export a flow as sequence diagram code',
});

export const exportFlowMermaid = operation({
  id: 'flows.export.mermaid',
  path: `${VERSION}/flows/{flowId}/export/mermaid`,
  ...exports,
  ...asText,
  summary: 'Export a flow as Mermaid',
});
