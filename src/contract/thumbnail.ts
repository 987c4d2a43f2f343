import * as z from 'zod/mini';
import { DIAGRAM_TYPES } from './enums.js';
import { dateTime, loose, openEnum, text } from './schema.js';

/** Thumbnail of a diagram; `url` is valid until `expires` and needs no key (docs/service.md#diagram-thumbnail). */
export const diagramThumbnail = loose({
  id: text(),
  handleId: text(),
  index: z.number(),
  modelId: text(),
  name: text(),
  type: openEnum(DIAGRAM_TYPES),
  url: text(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  expires: dateTime(),
});
