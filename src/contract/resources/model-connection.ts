import * as z from 'zod/mini';
import { CONNECTION_DIRECTIONS, CONNECTORS, MODEL_CONNECTION_EXPANSIONS, MODEL_STATUSES } from '../enums.js';
import { family } from '../family.js';
import { createSchema, recordSchema, updateSchema } from '../fields/field.js';
import { modelConnectionFields } from '../fields/model-connection.js';
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

/** docs/service.md#model-connection. */
export const modelConnection = loose({ ...recordSchema(modelConnectionFields).shape, ...expanded });
/** A directed relation between two model objects. */
export type ModelConnection = z.infer<typeof modelConnection>;
export const modelConnectionInput = createSchema(modelConnectionFields);
export const modelConnectionPatch = updateSchema(modelConnectionFields);

export const modelConnections = family({
  id: 'model.connections',
  word: 'connection',
  noun: 'model connection',
  singular: 'modelConnection',
  plural: 'modelConnections',
  segment: 'model/connections',
  param: 'modelConnectionId',
  fields: modelConnectionFields,
  resource: modelConnection,
  create: modelConnectionInput,
  update: modelConnectionPatch,
  filter: strict({
    direction: z.optional(z.nullable(oneOrMany(choice(CONNECTION_DIRECTIONS)))),
    handleId: z.optional(oneOrMany(text())),
    labels: z.optional(z.record(z.string(), z.string())),
    linked: z.optional(queryBoolean()),
    name: z.optional(text()),
    originId: z.optional(oneOrMany(text())),
    status: z.optional(oneOrMany(choice(MODEL_STATUSES))),
    tagIds: z.optional(oneOrMany(text())),
    targetId: z.optional(oneOrMany(text())),
    technologyIds: z.optional(oneOrMany(text())),
    viaId: z.optional(z.nullable(oneOrMany(text()))),
  }),
  listQuery: {
    cursor: z.optional(text()),
    limit: z.optional(queryNumber()),
    expand: expansion(MODEL_CONNECTION_EXPANSIONS),
  },
  queries: {
    get: { expand: expansion(MODEL_CONNECTION_EXPANSIONS) },
    update: { updateDiagrams: z.optional(queryBoolean()) },
    upsert: {
      updateDiagrams: z.optional(queryBoolean()),
      originConnector: z.optional(choice(CONNECTORS)),
      targetConnector: z.optional(choice(CONNECTORS)),
    },
  },
  expansions: idExpansions,
  endpoints: { create: 13 },
});
