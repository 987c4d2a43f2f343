import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { dateTime, loose, text } from '../schema.js';

/** Service document, Resources, Landscape template. */
export const landscapeTemplate = loose({
  id: text(),
  name: text(),
  caption: z.optional(text()),
  imageUrl: z.optional(text()),
  landscapeId: text(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});
export type LandscapeTemplate = z.infer<typeof landscapeTemplate>;

/** Service document, endpoint 19. */
export const listTemplates = operation({
  id: 'landscapeTemplates.list',
  method: 'GET',
  path: '/landscape-templates',
  response: loose({ landscapeTemplates: z.array(landscapeTemplate) }),
  envelope: 'landscapeTemplates',
  meter: 'read',
  access: 'any',
  endpoint: 19,
  summary: 'List landscape templates',
});
