import * as z from 'zod/mini';
import {
  COLORS,
  CONNECTION_DIRECTIONS,
  IMPORT_ENTITY_TYPES,
  IMPORT_OBJECT_TYPES,
  IMPORT_STATUSES,
  MODEL_STATUSES,
  TAG_GROUP_ICONS,
} from '../enums.js';
import { operation } from '../operation.js';
import { actor, choice, dateTime, id, loose, openEnum, queryBoolean, strict, text } from '../schema.js';

const ids = () => z.optional(z.array(id()));
const labels = () => z.optional(z.record(z.string(), z.string()));
const links = () => z.optional(z.array(strict({ url: id(), name: z.optional(text()) })));

/**
 * An object of an import document. Ids are the caller's own, except for teams and technologies
 * (docs/service.md#imports).
 */
export const modelObjectImport = strict({
  id: id(),
  name: id(),
  type: choice(IMPORT_OBJECT_TYPES),
  parentId: z.optional(z.nullable(id())),
  caption: z.optional(text()),
  description: z.optional(text()),
  external: z.optional(z.boolean()),
  status: z.optional(choice(MODEL_STATUSES)),
  icon: z.optional(z.nullable(strict({ technologyId: id() }))),
  groupIds: ids(),
  tagIds: ids(),
  teamIds: ids(),
  technologyIds: ids(),
  links: links(),
  labels: labels(),
});
export type ModelObjectImport = z.infer<typeof modelObjectImport>;

export const modelConnectionImport = strict({
  id: id(),
  name: id(),
  direction: choice(CONNECTION_DIRECTIONS),
  originId: id(),
  targetId: id(),
  viaId: z.optional(id()),
  description: z.optional(text()),
  status: z.optional(choice(MODEL_STATUSES)),
  tagIds: ids(),
  technologyIds: ids(),
  links: links(),
  labels: labels(),
});
export type ModelConnectionImport = z.infer<typeof modelConnectionImport>;

export const tagImport = strict({
  id: id(),
  name: id(),
  color: choice(COLORS),
  groupId: id(),
  labels: labels(),
});
export type TagImport = z.infer<typeof tagImport>;

export const tagGroupImport = strict({
  id: id(),
  name: id(),
  icon: choice(TAG_GROUP_ICONS),
  labels: labels(),
});
export type TagGroupImport = z.infer<typeof tagGroupImport>;

/** An import document: a model under the caller's own ids. */
export const importData = strict({
  namespace: z.optional(id()),
  modelObjects: z.optional(z.array(modelObjectImport)),
  modelConnections: z.optional(z.array(modelConnectionImport)),
  tags: z.optional(z.array(tagImport)),
  tagGroups: z.optional(z.array(tagGroupImport)),
});
export type ImportData = z.infer<typeof importData>;

/** Reason why an entry was rejected, with the caller's id and, if there is one, the service's id. */
export const importError = loose({
  message: text(),
  code: z.optional(text()),
  entityId: z.optional(text()),
  entityOriginalId: z.optional(text()),
  entityType: z.optional(openEnum(IMPORT_ENTITY_TYPES)),
});
export type ImportError = z.infer<typeof importError>;

/** docs/service.md#imports: `in-progress` first, then `completed` or `error`. */
export const landscapeImport = loose({
  id: text(),
  landscapeId: text(),
  versionId: text(),
  status: openEnum(IMPORT_STATUSES),
  prune: z.optional(z.boolean()),
  errors: z.optional(z.array(importError)),
  createdAt: dateTime(),
  createdBy: actor(),
  createdById: text(),
  deleteAt: z.nullish(dateTime()),
  completedAt: z.nullish(dateTime()),
});
export type LandscapeImport = z.infer<typeof landscapeImport>;

/** Admins only (docs/service.md#permissions). */
export const createLandscapeImport = operation({
  id: 'landscapes.import.create',
  method: 'POST',
  path: '/landscapes/{landscapeId}/versions/{versionId}/import',
  query: strict({ prune: z.optional(queryBoolean()) }),
  body: importData,
  response: loose({ landscapeImport }),
  envelope: 'landscapeImport',
  answers: 'one',
  meter: 'import',
  access: 'admin',
  slow: true,
  summary: 'Import a document into a landscape',
});

/** Polls an import; errors are reported only here (docs/service.md#imports). */
export const getLandscapeImport = operation({
  id: 'landscapes.import.get',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/import/{landscapeImportId}',
  response: loose({ landscapeImport }),
  envelope: 'landscapeImport',
  answers: 'one',
  meter: 'read',
  access: 'admin',
  summary: 'Get a landscape import',
});
