import * as z from 'zod/mini';
import { DIAGRAM_ACTIONS } from '../enums.js';
import { operation } from '../operation.js';
import { choice, loose, queryBoolean, strict } from '../schema.js';
import { diagram } from './diagram.js';
import { diagramContent } from './diagram-content.js';
import { viewQuery } from './landscape.js';

/**
 * View operations: they record that diagrams, flows and drafts were viewed, without changing them
 * (docs/service.md#views).
 */

/** Readers may record views too, even of snapshots. */
const viewing = {
  method: 'POST',
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  meter: 'write',
  access: 'read',
  snapshot: true,
} as const;

export const viewDiagram = operation({
  id: 'diagrams.view',
  path: '/landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/view',
  ...viewing,
  summary: 'Mark a diagram as viewed',
});

export const recordDiagramAction = operation({
  id: 'diagrams.action',
  path: '/landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/action',
  query: strict({ action: z.optional(choice(DIAGRAM_ACTIONS)) }),
  ...viewing,
  summary: 'Record a user action on a diagram',
});

export const viewFlow = operation({
  id: 'flows.view',
  path: '/landscapes/{landscapeId}/versions/{versionId}/flows/{flowId}/view',
  ...viewing,
  summary: 'Mark a flow as viewed',
});

export const viewDraft = operation({
  id: 'drafts.view',
  path: '/landscapes/{landscapeId}/versions/{versionId}/drafts/{draftId}/view',
  ...viewing,
  summary: 'Mark a draft as viewed',
});

/** The diagram that zooming into an object opens; `createEntry` creates it if it is missing. */
export const getEntryDiagram = operation({
  id: 'model.objects.diagrams.entry',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/model/objects/{modelObjectId}/diagrams/entry',
  query: strict({ createEntry: z.optional(queryBoolean()), ...viewQuery }),
  response: loose({ diagram, diagramContent }),
  envelope: 'diagram',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get the entry diagram of a model object',
});
