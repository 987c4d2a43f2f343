import * as z from 'zod/mini';
import { EXPORT_TABS, THEMES } from '../enums.js';
import { operation } from '../operation.js';
import { choice, dateTime, id, loose, strict, text } from '../schema.js';

/** docs/service.md#diagram-export-image: options of an export; `maxWidth` (pixels) is from newer sources. */
export const exportOptions = strict({
  draftId: z.optional(id()),
  flowId: z.optional(id()),
  flowPathIds: z.optional(z.array(id())),
  focusIds: z.optional(z.array(id())),
  groupId: z.optional(id()),
  hideIds: z.optional(z.array(id())),
  pinIds: z.optional(z.array(id())),
  tab: z.optional(choice(EXPORT_TABS)),
  theme: z.optional(choice(THEMES)),
  maxWidth: z.optional(z.number().check(z.gte(100), z.lte(10_240))),
});
/** Options of a diagram export. */
export type ExportOptions = z.infer<typeof exportOptions>;

/**
 * docs/service.md#diagram-export-image. Running: no `completedAt` and no `error`; completed: `completedAt`; failed:
 * `error` (docs/service.md#states). `fileUrls` are present from the start, but work only after completion.
 */
export const diagramExportImage = loose({
  id: text(),
  landscapeId: text(),
  diagramId: text(),
  versionId: text(),
  createdAt: dateTime(),
  completedAt: z.nullish(dateTime()),
  deleteAt: z.nullish(dateTime()),
  error: z.nullish(text()),
  fileUrls: z.nullish(loose({ png: z.nullish(text()), svg: z.nullish(text()) })),
  options: z.nullish(loose(exportOptions.shape)),
});
/** An export of a diagram as pictures. */
export type DiagramExportImage = z.infer<typeof diagramExportImage>;

/** docs/service.md#endpoints, endpoint 5. */
export const createDiagramExport = operation({
  id: 'diagrams.export.create',
  method: 'POST',
  path: '/landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/export/image',
  body: exportOptions,
  bodyOptional: true,
  response: loose({ diagramExportImage }),
  envelope: 'diagramExportImage',
  answers: 'one',
  meter: 'export',
  access: 'read',
  endpoint: 5,
  snapshot: true,
  slow: true,
  summary: 'Export a diagram as images',
});

/** Polls an export (docs/service.md#exports). */
export const getDiagramExport = operation({
  id: 'diagrams.export.get',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/export/image/{diagramExportImageId}',
  response: loose({ diagramExportImage }),
  envelope: 'diagramExportImage',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get a diagram export',
});

/** docs/service.md#exports: older, synchronous export of a picture; superseded, but still supported. */
export const exportDiagramPng = operation({
  id: 'diagrams.export.png',
  method: 'POST',
  path: '/landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/export/png',
  body: strict({
    filename: z.optional(text()),
    name: z.optional(text()),
    organizationId: z.optional(id()),
    flowId: z.optional(id()),
    flowParentIds: z.optional(z.array(id())),
    flowPathIds: z.optional(z.array(id())),
    overlayGroupId: z.optional(id()),
    overlayIdsFocused: z.optional(z.array(id())),
    overlayIdsHidden: z.optional(z.array(id())),
    overlayIdsPinned: z.optional(z.array(id())),
    overlayTab: z.optional(choice(EXPORT_TABS)),
    theme: z.optional(choice(THEMES)),
  }),
  bodyOptional: true,
  response: loose({ url: text() }),
  envelope: 'url',
  answers: 'text',
  meter: 'export',
  access: 'read',
  snapshot: true,
  slow: true,
  summary: 'Export a diagram as PNG (superseded)',
});
