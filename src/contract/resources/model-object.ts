import * as z from 'zod/mini';
import { MODEL_OBJECT_EXPANSIONS, MODEL_OBJECT_TYPES, MODEL_STATUSES } from '../enums.js';
import { family } from '../family.js';
import { createSchema, recordSchema, updateSchema } from '../fields/field.js';
import { modelObjectFields } from '../fields/model-object.js';
import {
  choice,
  expanded,
  expansion,
  idExpansions,
  loose,
  oneOrMany,
  queryBoolean,
  queryNumber,
  strict,
  text,
} from '../schema.js';

/** docs/service.md#model-object. */
export const modelObject = loose({
  ...recordSchema(modelObjectFields).shape,
  ...expanded,
  domain: z.optional(loose({ id: text(), name: text() })),
  /** Flows by id, in the form of exports. */
  flowsExpanded: z.optional(z.record(z.string(), loose({ id: text(), name: text() }))),
});
/** A model object: an actor, system, app, store, component or group. */
export type ModelObject = z.infer<typeof modelObject>;

/** Body of a create: name, type and parent; the parent is null only for the root. */
export const modelObjectInput = createSchema(modelObjectFields);
export const modelObjectPatch = updateSchema(modelObjectFields);

export const modelObjects = family({
  id: 'model.objects',
  word: 'object',
  noun: 'model object',
  singular: 'modelObject',
  plural: 'modelObjects',
  segment: 'model/objects',
  param: 'modelObjectId',
  fields: modelObjectFields,
  resource: modelObject,
  create: modelObjectInput,
  update: modelObjectPatch,
  filter: strict({
    domainId: z.optional(oneOrMany(text())),
    external: z.optional(queryBoolean()),
    groupIds: z.optional(oneOrMany(text())),
    handleId: z.optional(oneOrMany(text())),
    labels: z.optional(z.record(z.string(), z.string())),
    linked: z.optional(queryBoolean()),
    name: z.optional(text()),
    parentId: z.optional(z.nullable(text())),
    parentIds: z.optional(text()),
    status: z.optional(oneOrMany(choice(MODEL_STATUSES))),
    tagIds: z.optional(oneOrMany(text())),
    teamIds: z.optional(oneOrMany(text())),
    technologyIds: z.optional(oneOrMany(text())),
    type: z.optional(oneOrMany(choice(MODEL_OBJECT_TYPES))),
  }),
  listQuery: {
    cursor: z.optional(text()),
    limit: z.optional(queryNumber()),
    expand: expansion(MODEL_OBJECT_EXPANSIONS),
  },
  queries: { get: { expand: expansion(MODEL_OBJECT_EXPANSIONS) } },
  expansions: {
    domain: { field: 'domainId', shows: ['id', 'name'] },
    flows: { field: 'flows', entriesOf: 'flow', shows: ['name', 'diagramId'] },
    ...idExpansions,
  },
  deleted: {
    deletedModelObjectIds: z.optional(z.array(z.string())),
    deletedModelConnectionIds: z.optional(z.array(z.string())),
  },
});
