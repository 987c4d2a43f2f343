import * as z from 'zod/mini';
import { FLOW_STEP_TYPES } from '../enums.js';
import { type EntryPlace, partOf, refersTo } from '../record.js';
import { actor, choice, dateTime, id, loose, mapPatch, openEnum, strict, text } from '../schema.js';
import { pinnedFields } from './diagram.js';
import { field, override, without } from './field.js';
import {
  booleanField,
  commonFields,
  indexField,
  nameField,
  readOnlyField,
  requiredReference,
} from './types.js';

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
/** A message of a flow. */
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

/** Objects drawn on the flow's diagram (docs/service.md#flow-step). */
const DRAWN: EntryPlace = { kind: 'diagramContent', by: 'diagramId', map: 'objects' };

export const flowFields = {
  name: nameField(),
  diagramId: without(
    requiredReference(partOf('diagram'), 'Diagram of the flow', { column: 2, option: { name: 'on' } }),
    'update',
  ),
  ...pinnedFields({ column: 4 }),
  showAllSteps: booleanField('Whether all steps are shown at once', false, {
    option: { help: 'Show all steps at once', off: 'Show one step at a time' },
  }),
  showConnectionNames: booleanField('Whether names of connections are shown', true, {
    option: { help: 'Show the names of connections', off: 'Hide the names of connections' },
  }),
  index: override(indexField('flows', { option: { after: 'steps' } }), { record: z.number() }),
  /** By step id. */
  steps: field(
    {
      record: z.optional(z.record(z.string(), flowStep)),
      create: z.optional(z.record(z.string(), stepInput)),
      update: z.optional(mapPatch(stepInput, loose(z.partial(stepInput).shape))),
    },
    { is: 'other', description: 'Steps', option: { after: 'name' } },
    {
      entries: {
        references: {
          originId: refersTo('modelObject', DRAWN),
          targetId: refersTo('modelObject', DRAWN),
          viaId: refersTo('modelObject', DRAWN),
          flowId: refersTo('flow'),
        },
        inner: 'paths',
        identifiedBy: ['index', 'type', 'originId', 'targetId'],
      },
      initial: () => ({}),
    },
  ),
  ...commonFields,
  viewedAt: readOnlyField(z.nullish(dateTime())),
  viewedBy: readOnlyField(z.nullish(actor())),
  viewedById: readOnlyField(z.nullish(text())),
};
