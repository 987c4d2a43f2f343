import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { loose, strict } from '../schema.js';
import { diagramThumbnail } from '../thumbnail.js';
import { diagrams } from './diagram.js';
import { flows, flowThumbnail } from './flow.js';

const reads = { meter: 'read', access: 'read' } as const;

export const getDiagramThumbnail = operation({
  id: 'diagrams.getThumbnail',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/thumbnail',
  response: loose({ thumbnail: diagramThumbnail }),
  envelope: 'thumbnail',
  answers: 'one',
  ...reads,
  summary: 'Get the thumbnail of a diagram',
});

/** By diagram id. */
export const listDiagramThumbnails = operation({
  id: 'diagrams.listThumbnails',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/diagrams/thumbnails',
  query: strict({ filter: z.optional(diagrams.shape.filter) }),
  response: loose({ thumbnails: z.record(z.string(), diagramThumbnail) }),
  envelope: 'thumbnails',
  answers: 'map',
  ...reads,
  summary: 'List the thumbnails of diagrams',
});

/** By flow id. The filter accepts the keys of both diagram and flow filters (docs/service.md#choices). */
export const listFlowThumbnails = operation({
  id: 'flows.listThumbnails',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/flows/thumbnails',
  query: strict({
    filter: z.optional(strict({ ...diagrams.shape.filter.shape, ...flows.shape.filter.shape })),
  }),
  response: loose({ thumbnails: z.record(z.string(), flowThumbnail) }),
  envelope: 'thumbnails',
  answers: 'map',
  ...reads,
  summary: 'List the thumbnails of flows',
});
