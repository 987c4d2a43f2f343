import { exportHandlers } from '../exports/handlers.js';
import { FAMILY_HANDLERS } from '../families/index.js';
import type { Handlers } from '../types.js';
import { apiKeyHandlers } from './api-keys.js';
import { catalogHandlers } from './catalog.js';
import { diagramContentHandlers } from './diagram-content.js';
import { draftTaskHandlers } from './draft-tasks.js';
import { duplicateHandlers } from './duplicate.js';
import { landscapeHandlers } from './landscapes.js';
import { logHandlers } from './logs.js';
import { mergeHandlers } from './merge.js';
import { organizationHandlers } from './organizations.js';
import { revertHandlers } from './revert.js';

/** What answers each operation, by its id. The PDF export is apart: it takes its time (see `http/app.ts`). */
export const HANDLERS: Handlers = {
  ...FAMILY_HANDLERS,
  ...apiKeyHandlers,
  ...catalogHandlers,
  ...diagramContentHandlers,
  ...draftTaskHandlers,
  ...duplicateHandlers,
  ...exportHandlers,
  ...landscapeHandlers,
  ...logHandlers,
  ...mergeHandlers,
  ...organizationHandlers,
  ...revertHandlers,
};
