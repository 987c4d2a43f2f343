import * as z from 'zod/mini';
import { holdsAny, linksFrom, movedBy, placedOn, STEP_SOURCES, stepLinks, stepsOf } from '../derivations.js';
import { CONNECTION_DIRECTIONS, CONNECTORS, MODEL_CONNECTION_EXPANSIONS, MODEL_STATUSES } from '../enums.js';
import { family } from '../family.js';
import { partOf, refersTo } from '../record.js';
import {
  choice,
  expanded,
  expansion,
  id,
  idExpansions,
  idListPatch,
  loose,
  mapPatch,
  oneOrMany,
  openEnum,
  queryBoolean,
  queryNumber,
  realityLink,
  realityLinkInput,
  strict,
  text,
  versioned,
  versionedInput,
} from '../schema.js';

/** docs/service.md#model-connection. */
export const modelConnection = loose({
  ...versioned,
  name: text(),
  description: z.nullish(text()),
  originId: text(),
  targetId: text(),
  viaId: z.nullish(text()),
  direction: z.nullable(openEnum(CONNECTION_DIRECTIONS)),
  status: openEnum(MODEL_STATUSES),
  tagIds: z.optional(z.array(text())),
  technologyIds: z.optional(z.array(text())),
  labels: z.optional(z.record(z.string(), z.string())),
  links: z.optional(z.record(z.string(), realityLink())),
  diagrams: z.optional(z.record(z.string(), loose({ id: text() }))),
  flows: z.optional(z.record(z.string(), loose({ id: text() }))),
  ...expanded,
});
export type ModelConnection = z.infer<typeof modelConnection>;

const shared = {
  ...versionedInput,
  description: z.optional(text()),
  status: z.optional(choice(MODEL_STATUSES)),
  viaId: z.optional(z.nullable(id())),
};

/** docs/service.md#endpoints, endpoint 13: `direction` must be present and may be null. */
export const modelConnectionInput = strict({
  ...shared,
  name: id(),
  originId: id(),
  targetId: id(),
  direction: z.nullable(choice(CONNECTION_DIRECTIONS)),
  tagIds: z.optional(z.array(id())),
  technologyIds: z.optional(z.array(id())),
  links: z.optional(z.record(z.string(), realityLinkInput())),
  handleId: z.optional(id()),
});

export const modelConnectionPatch = strict({
  ...shared,
  name: z.optional(id()),
  originId: z.optional(id()),
  targetId: z.optional(id()),
  direction: z.optional(z.nullable(choice(CONNECTION_DIRECTIONS))),
  tagIds: z.optional(idListPatch()),
  technologyIds: z.optional(idListPatch()),
  links: z.optional(mapPatch(realityLinkInput(), realityLinkInput())),
});

/** A step refers to its objects, not to the connection between them. */
const stepsAlong = movedBy(STEP_SOURCES, ({ doc, reader }) => {
  const steps = (objectId: unknown, field: string) =>
    linksFrom(stepLinks(reader, String(objectId)), 'flow', field);
  const arriving = new Set(steps(doc.targetId, 'steps.targetId').map(({ detail }) => detail));
  return stepsOf(steps(doc.originId, 'steps.originId').filter(({ detail }) => arriving.has(detail)));
});

export const modelConnections = family({
  id: 'model.connections',
  word: 'connection',
  noun: 'model connection',
  singular: 'modelConnection',
  plural: 'modelConnections',
  segment: 'model/connections',
  param: 'modelConnectionId',
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
  references: {
    originId: partOf('modelObject'),
    targetId: partOf('modelObject'),
    viaId: refersTo('modelObject'),
    tagIds: refersTo('tag'),
    technologyIds: refersTo('catalogTechnology'),
  },
  entries: { links: { toldBy: ['url', 'customName'] } },
  defaults: () => ({ viaId: null, status: 'live', tagIds: [], technologyIds: [], links: {} }),
  derived: {
    linked: holdsAny('links'),
    diagrams: placedOn('connectionId', [
      ['originModelId', 'originId'],
      ['targetModelId', 'targetId'],
    ]),
    flows: stepsAlong,
  },
  expansions: idExpansions,
  endpoints: { create: 13 },
});
