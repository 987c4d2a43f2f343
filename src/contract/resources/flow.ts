import * as z from 'zod/mini';
import { FLOW_STEP_TYPES } from '../enums.js';
import { family } from '../family.js';
import { operation } from '../operation.js';
import { type EntryPlace, partOf, refersTo } from '../record.js';
import {
  actor,
  choice,
  dateTime,
  dateTimeInput,
  id,
  loose,
  mapPatch,
  oneOrMany,
  openEnum,
  queryBoolean,
  strict,
  text,
  versioned,
  versionedInput,
} from '../schema.js';

const stepFields = {
  id: text(),
  index: z.number(),
  description: text(),
  detailedDescription: z.optional(text()),
  originId: z.nullable(text()),
  targetId: z.nullable(text()),
  viaId: z.nullable(text()),
  parentId: z.nullable(text()),
  flowId: z.nullable(text()),
};
const path = { id: text(), index: z.number(), name: text() };

/** docs/service.md#flow-step: one step of a flow, between two objects of its diagram. */
export const flowStep = loose({
  ...stepFields,
  type: z.nullable(openEnum(FLOW_STEP_TYPES)),
  paths: z.nullish(z.record(z.string(), loose(path))),
});
export type FlowStep = z.infer<typeof flowStep>;

const stepInput = strict({
  ...stepFields,
  originId: z.optional(z.nullable(id())),
  targetId: z.optional(z.nullable(id())),
  viaId: z.optional(z.nullable(id())),
  parentId: z.optional(z.nullable(id())),
  flowId: z.optional(z.nullable(id())),
  type: z.optional(z.nullable(choice(FLOW_STEP_TYPES))),
  paths: z.optional(z.nullable(z.record(z.string(), strict(path)))),
});

/** docs/service.md#flow. */
export const flow = loose({
  ...versioned,
  diagramId: text(),
  name: text(),
  index: z.number(),
  pinned: z.optional(z.boolean()),
  pinnedAt: z.nullish(dateTime()),
  pinnedIndex: z.nullish(z.number()),
  showAllSteps: z.optional(z.boolean()),
  showConnectionNames: z.optional(z.boolean()),
  steps: z.optional(z.record(z.string(), flowStep)),
  labels: z.optional(z.record(z.string(), z.string())),
  viewedAt: z.nullish(dateTime()),
  viewedBy: z.nullish(actor()),
  viewedById: z.nullish(text()),
});
export type Flow = z.infer<typeof flow>;

const shared = {
  ...versionedInput,
  index: z.optional(z.number()),
  pinned: z.optional(z.boolean()),
  pinnedAt: z.optional(dateTimeInput()),
  pinnedIndex: z.optional(z.number()),
  showAllSteps: z.optional(z.boolean()),
  showConnectionNames: z.optional(z.boolean()),
};

/** docs/service.md#endpoints, endpoint 15. `steps` maps step id to step. */
export const flowInput = strict({
  ...shared,
  name: id(),
  diagramId: id(),
  steps: z.optional(z.record(z.string(), stepInput)),
  handleId: z.optional(id()),
});

export const flowPatch = strict({
  ...shared,
  name: z.optional(id()),
  steps: z.optional(mapPatch(stepInput, loose({}))),
});

/** Objects drawn on the flow's diagram (docs/service.md#flow-step). */
const DRAWN: EntryPlace = { kind: 'diagramContent', by: 'diagramId', map: 'objects' };

export const flows = family({
  id: 'flows',
  word: 'flow',
  noun: 'flow',
  singular: 'flow',
  plural: 'flows',
  segment: 'flows',
  param: 'flowId',
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
  references: { diagramId: partOf('diagram') },
  entries: {
    steps: {
      references: {
        originId: refersTo('modelObject', DRAWN),
        targetId: refersTo('modelObject', DRAWN),
        viaId: refersTo('modelObject', DRAWN),
        flowId: refersTo('flow'),
      },
      inner: 'paths',
      toldBy: ['index', 'type', 'originId', 'targetId'],
    },
  },
  defaults: ({ index }) => ({
    index,
    pinned: false,
    showAllSteps: false,
    showConnectionNames: true,
    steps: {},
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
