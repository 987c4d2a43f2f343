import { draftTaskHandlers } from '../drafts/draft-tasks.js';
import { mergeHandlers } from '../drafts/merge.js';
import { exportHandlers } from '../exports/handlers.js';
import type { Handlers } from '../types.js';
import { apiKeyHandlers } from './api-keys.js';
import { catalogHandlers } from './catalog.js';
import { diagramContentHandlers } from './diagram-content.js';
import { duplicateHandlers } from './duplicate.js';
import { FAMILY_HANDLERS } from './families.js';
import { landscapeHandlers } from './landscapes.js';
import { logHandlers } from './logs.js';
import { organizationHandlers } from './organizations.js';
import { revertHandlers } from './version-reverts.js';

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
