import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { record } from '../record.js';
import { dateTime, loose, text } from '../schema.js';
import { diagramThumbnail } from '../thumbnail.js';

/** docs/service.md#landscape-template. */
export const landscapeTemplate = loose({
  id: text(),
  name: text(),
  caption: z.optional(text()),
  imageUrl: z.optional(text()),
  landscapeId: text(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});
/** A template for new landscapes. */
export type LandscapeTemplate = z.infer<typeof landscapeTemplate>;

export const templateRecord = record({
  kind: 'landscapeTemplate',
  noun: 'landscape template',
  owner: 'service',
  schema: landscapeTemplate,
});

/** docs/service.md#endpoints, endpoint 19. */
export const listTemplates = operation({
  id: 'landscapeTemplates.list',
  method: 'GET',
  path: '/landscape-templates',
  response: loose({ landscapeTemplates: z.array(landscapeTemplate) }),
  envelope: 'landscapeTemplates',
  answers: 'list',
  meter: 'read',
  access: 'any',
  endpoint: 19,
  summary: 'List landscape templates',
});

/** Picture of the template's primary diagram (docs/service.md#thumbnails). */
export const getTemplateThumbnail = operation({
  id: 'landscapeTemplates.thumbnails.primary',
  method: 'GET',
  path: '/landscape-templates/{landscapeTemplateId}/thumbnails/primary',
  response: loose({ thumbnail: diagramThumbnail }),
  envelope: 'thumbnail',
  answers: 'one',
  meter: 'read',
  access: 'any',
  summary: 'Get the thumbnail of a landscape template',
});
