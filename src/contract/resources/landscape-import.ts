import * as z from 'zod/mini';
import { IMPORT_ENTITY_TYPES, IMPORT_STATUSES } from '../enums.js';
import { importSchema } from '../fields/field.js';
import { modelConnectionFields } from '../fields/model-connection.js';
import { modelObjectFields } from '../fields/model-object.js';
import { tagFields, tagGroupFields } from '../fields/tag.js';
import { operation } from '../operation.js';
import { actor, dateTime, id, loose, openEnum, queryBoolean, strict, text } from '../schema.js';

/**
 * An object of an import document. Ids are the caller's own, except for teams and technologies
 * (docs/service.md#imports).
 */
export const modelObjectImport = importSchema(modelObjectFields);
/** A model object of a document to import. */
export type ModelObjectImport = z.infer<typeof modelObjectImport>;

export const modelConnectionImport = importSchema(modelConnectionFields);
/** A connection of a document to import. */
export type ModelConnectionImport = z.infer<typeof modelConnectionImport>;

export const tagImport = importSchema(tagFields);
/** A tag of a document to import. */
export type TagImport = z.infer<typeof tagImport>;

export const tagGroupImport = importSchema(tagGroupFields);
/** A tag group of a document to import. */
export type TagGroupImport = z.infer<typeof tagGroupImport>;

/** An import document: a model under the caller's own ids. */
export const importData = strict({
  namespace: z.optional(id()),
  modelObjects: z.optional(z.array(modelObjectImport)),
  modelConnections: z.optional(z.array(modelConnectionImport)),
  tags: z.optional(z.array(tagImport)),
  tagGroups: z.optional(z.array(tagGroupImport)),
});
/** A document to import into a landscape. */
export type ImportData = z.infer<typeof importData>;

/** Reason why an entry was rejected, with the caller's id and, if there is one, the service's id. */
export const importError = loose({
  message: text(),
  code: z.optional(text()),
  entityId: z.optional(text()),
  entityOriginalId: z.optional(text()),
  entityType: z.optional(openEnum(IMPORT_ENTITY_TYPES)),
});
/** A record that an import has rejected. */
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
/** An import into a landscape. */
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
