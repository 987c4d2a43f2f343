import * as z from 'zod/mini';
import {
  chain,
  holdsAny,
  movedBy,
  placedOn,
  STEP_SOURCES,
  sources,
  stepLinks,
  stepsOf,
} from '../derivations.js';
import { MODEL_OBJECT_EXPANSIONS, MODEL_OBJECT_TYPES, MODEL_STATUSES } from '../enums.js';
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

const ICON = { url: z.optional(text()), urlDark: z.optional(text()), urlLight: z.optional(text()) };

/** docs/service.md#icon. */
const icon = () =>
  z.nullish(loose({ ...ICON, catalogTechnologyId: z.optional(text()), name: z.optional(text()) }));

/** Only the technology counts; the other fields are accepted so that an icon can be sent back as it was read. */
const iconInput = () => z.nullish(strict({ ...ICON, catalogTechnologyId: id(), name: z.optional(text()) }));

/** docs/service.md#model-object. */
export const modelObject = loose({
  ...versioned,
  domainId: z.optional(text()),
  type: openEnum(MODEL_OBJECT_TYPES),
  name: text(),
  caption: z.nullish(text()),
  description: z.nullish(text()),
  external: z.optional(z.boolean()),
  status: openEnum(MODEL_STATUSES),
  parentId: z.nullish(text()),
  parentIds: z.optional(z.array(text())),
  childIds: z.optional(z.array(text())),
  childDiagramIds: z.optional(z.array(text())),
  groupIds: z.optional(z.array(text())),
  tagIds: z.optional(z.array(text())),
  teamIds: z.optional(z.array(text())),
  technologyIds: z.optional(z.array(text())),
  teamOnlyEditing: z.optional(z.boolean()),
  icon: icon(),
  labels: z.optional(z.record(z.string(), z.string())),
  links: z.optional(z.record(z.string(), realityLink())),
  linked: z.optional(z.boolean()),
  diagrams: z.optional(z.record(z.string(), loose({ id: text(), objectId: text() }))),
  flows: z.optional(z.record(z.string(), loose({ id: text(), stepId: text() }))),
  ...expanded,
  domain: z.optional(loose({ id: text(), name: text() })),
});
export type ModelObject = z.infer<typeof modelObject>;

const shared = {
  ...versionedInput,
  caption: z.optional(text()),
  description: z.optional(text()),
  external: z.optional(z.boolean()),
  icon: iconInput(),
  status: z.optional(choice(MODEL_STATUSES)),
  teamOnlyEditing: z.optional(z.boolean()),
};

/** Body of a create: name, type and parent; the parent is null only for the root. */
export const modelObjectInput = strict({
  ...shared,
  name: id(),
  parentId: z.nullable(id()),
  type: choice(MODEL_OBJECT_TYPES),
  groupIds: z.optional(z.array(id())),
  tagIds: z.optional(z.array(id())),
  teamIds: z.optional(z.array(id())),
  technologyIds: z.optional(z.array(id())),
  links: z.optional(z.record(z.string(), realityLinkInput())),
  domainId: z.optional(id()),
  handleId: z.optional(id()),
});

export const modelObjectPatch = strict({
  ...shared,
  name: z.optional(id()),
  parentId: z.optional(z.nullable(id())),
  type: z.optional(choice(MODEL_OBJECT_TYPES)),
  groupIds: z.optional(idListPatch()),
  tagIds: z.optional(idListPatch()),
  teamIds: z.optional(idListPatch()),
  technologyIds: z.optional(idListPatch()),
  links: z.optional(mapPatch(realityLinkInput(), realityLinkInput())),
});

/** Steps between objects; a step may also refer to a subflow. */
const stepsBetween = movedBy(STEP_SOURCES, ({ doc, reader }) =>
  stepsOf(stepLinks(reader, doc.id).filter(({ field }) => field !== 'steps.flowId')),
);

export const modelObjects = family({
  id: 'model.objects',
  word: 'object',
  noun: 'model object',
  singular: 'modelObject',
  plural: 'modelObjects',
  segment: 'model/objects',
  param: 'modelObjectId',
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
  references: {
    domainId: partOf('domain'),
    parentId: partOf('modelObject'),
    groupIds: refersTo('modelObject'),
    tagIds: refersTo('tag'),
    teamIds: refersTo('team'),
    technologyIds: refersTo('catalogTechnology'),
    'icon.catalogTechnologyId': refersTo('catalogTechnology'),
  },
  entries: { links: { toldBy: ['url', 'customName'] } },
  defaults: () => ({
    domainId: undefined,
    external: false,
    status: 'live',
    groupIds: [],
    tagIds: [],
    teamIds: [],
    technologyIds: [],
    teamOnlyEditing: false,
    icon: null,
    links: {},
  }),
  derived: {
    linked: holdsAny('links'),
    parentIds: chain('modelObject', 'parentId'),
    childIds: sources('modelObject', 'parentId'),
    childDiagramIds: sources('diagram', 'modelId'),
    diagrams: placedOn('objectId'),
    flows: stepsBetween,
  },
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
