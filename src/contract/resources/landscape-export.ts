import * as z from 'zod/mini';
import { EXPORT_SCHEMAS, LANDSCAPE_EXPORT_TYPES, ORIENTATIONS } from '../enums.js';
import { operation } from '../operation.js';
import { choice, dateTime, id, loose, openEnum, queryBoolean, strict, text } from '../schema.js';
import { versionExport } from './model-export.js';

/** docs/service.md#exports: the part of a version to export; by default all of it. */
export const landscapeExportFilter = strict({
  diagramId: z.optional(id()),
  flowId: z.optional(id()),
  modelObjectId: z.optional(id()),
  includeDiagrams: z.optional(queryBoolean()),
  includeFlows: z.optional(queryBoolean()),
});
/** The part of a version to export. */
export type LandscapeExportFilter = z.infer<typeof landscapeExportFilter>;

/** `orientation` applies to PDF pages (default: portrait), `schema` to JSON (default: v1). */
export const landscapeExportOptions = strict({
  draftId: z.optional(id()),
  orientation: z.optional(choice(ORIENTATIONS)),
  schema: z.optional(choice(EXPORT_SCHEMAS)),
});
/** Options of a landscape export. */
export type LandscapeExportOptions = z.infer<typeof landscapeExportOptions>;

/**
 * docs/service.md#exports. Running: no `completedAt`, and `error` is null; completed: `completedAt` and `fileUrl`;
 * failed: `error`. Deleted after `deleteAt`.
 */
export const landscapeExport = loose({
  id: text(),
  landscapeId: text(),
  versionId: text(),
  type: openEnum(LANDSCAPE_EXPORT_TYPES),
  filter: z.nullish(loose(landscapeExportFilter.shape)),
  options: z.nullish(loose(landscapeExportOptions.shape)),
  createdAt: dateTime(),
  deleteAt: z.nullish(dateTime()),
  completedAt: z.nullish(dateTime()),
  error: z.nullish(text()),
  fileUrl: z.nullish(text()),
});
/** An export of a landscape. */
export type LandscapeExport = z.infer<typeof landscapeExport>;

export const createLandscapeExport = operation({
  id: 'landscapes.export.create',
  method: 'POST',
  path: '/landscapes/{landscapeId}/versions/{versionId}/export',
  query: strict({ type: choice(LANDSCAPE_EXPORT_TYPES), filter: z.optional(landscapeExportFilter) }),
  body: landscapeExportOptions,
  bodyOptional: true,
  response: loose({ landscapeExport }),
  envelope: 'landscapeExport',
  answers: 'one',
  meter: 'export',
  access: 'read',
  snapshot: true,
  slow: true,
  summary: 'Export a landscape',
});

/**
 * Superseded by the general export, but still supported (docs/service.md#exports). Must precede the polling operation,
 * whose path template also matches this path.
 */
export const exportVersionJson = operation({
  id: 'versions.export.json',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/export/json',
  response: versionExport,
  envelope: null,
  answers: 'one',
  meter: 'export',
  access: 'read',
  slow: true,
  summary: 'Export a version as JSON (superseded)',
});

/** Polls an export (docs/service.md#exports). */
export const getLandscapeExport = operation({
  id: 'landscapes.export.get',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/export/{landscapeExportId}',
  response: loose({ landscapeExport }),
  envelope: 'landscapeExport',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get a landscape export',
});
