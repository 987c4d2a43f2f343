import * as z from 'zod/mini';
import { family } from '../family.js';
import { createSchema, recordSchema, updateSchema } from '../fields/field.js';
import { flowFields } from '../fields/flow.js';
import { operation } from '../operation.js';
import { dateTime, loose, oneOrMany, queryBoolean, strict, text } from '../schema.js';

export { type FlowStep, flowStep } from '../fields/flow.js';

/** docs/service.md#flow. */
export const flow = recordSchema(flowFields);
/** A sequence of messages on a diagram. */
export type Flow = z.infer<typeof flow>;
/** docs/service.md#endpoints, endpoint 15. `steps` maps step id to step. */
export const flowInput = createSchema(flowFields);
export const flowPatch = updateSchema(flowFields);

export const flows = family({
  id: 'flows',
  word: 'flow',
  noun: 'flow',
  singular: 'flow',
  plural: 'flows',
  segment: 'flows',
  param: 'flowId',
  fields: flowFields,
  resource: flow,
  create: flowInput,
  update: flowPatch,
  filter: strict({
    diagramId: z.optional(text()),
    handleId: z.optional(oneOrMany(text())),
    labels: z.optional(z.record(z.string(), z.string())),
    name: z.optional(text()),
    pinned: z.optional(queryBoolean()),
  }),
  endpoints: { create: 15 },
});

/** docs/service.md#flow-thumbnail. */
export const flowThumbnail = loose({
  id: text(),
  diagramId: text(),
  handleId: z.optional(text()),
  name: text(),
  url: text(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  expires: dateTime(),
});
/** The thumbnail of a flow. */
export type FlowThumbnail = z.infer<typeof flowThumbnail>;

/** docs/service.md#endpoints, endpoint 17. */
export const getFlowThumbnail = operation({
  id: 'flows.getThumbnail',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/flows/{flowId}/thumbnail',
  response: loose({ thumbnail: flowThumbnail }),
  envelope: 'thumbnail',
  answers: 'one',
  meter: 'read',
  access: 'read',
  endpoint: 17,
  summary: 'Get the thumbnail of a flow',
});
