import * as z from 'zod/mini';
import { fieldOf } from '../derivations.js';
import {
  CONNECTORS,
  DESCRIPTION_TYPES,
  DIAGRAM_OBJECT_SHAPES,
  DIAGRAM_OBJECT_TYPES,
  DIAGRAM_TYPES,
  LINE_SHAPES,
} from '../enums.js';
import { operation } from '../operation.js';
import { partOf, record } from '../record.js';
import {
  actor,
  choice,
  dateTime,
  id,
  loose,
  mapPatch,
  openEnum,
  strict,
  text,
  versioned,
} from '../schema.js';
import { viewQuery } from './landscape.js';

const placeFields = { id: text(), modelId: text(), x: z.number(), y: z.number() };
const objectFields = { ...placeFields, width: z.number(), height: z.number() };
const commentFields = { id: text(), commentId: text(), x: z.number(), y: z.number() };
const endFields = {
  id: text(),
  modelId: z.nullable(text()),
  originId: z.nullable(text()),
  targetId: z.nullable(text()),
};
const points = () => z.array(loose({ x: z.number(), y: z.number() }));
const connectionFields = { ...endFields, labelPosition: z.number(), points: points() };
const connector = () => z.nullable(choice(CONNECTORS));

/** docs/service.md#diagram-content: a model object drawn on a diagram; sizes in diagram units. */
export const diagramObject = loose({
  ...objectFields,
  type: openEnum(DIAGRAM_OBJECT_TYPES),
  shape: openEnum(DIAGRAM_OBJECT_SHAPES),
});

/** docs/service.md#diagram-content: `originId` and `targetId` are ids of diagram objects. */
export const diagramConnection = loose({
  ...connectionFields,
  lineShape: openEnum(LINE_SHAPES),
  originConnector: z.nullish(openEnum(CONNECTORS)),
  targetConnector: z.nullish(openEnum(CONNECTORS)),
});

const { id: _id, ...versionFields } = versioned;
/** Fields of the content besides its entries; some are those of its diagram. */
const versionedContent = {
  ...versionFields,
  groupId: z.nullable(text()),
  modelId: text(),
  name: text(),
  status: text(),
  type: openEnum(DIAGRAM_TYPES),
  viewedAt: z.nullable(dateTime()),
  viewedBy: z.nullable(actor()),
  viewedById: z.nullable(text()),
};

/** docs/service.md#diagram-content: the entries shown on a diagram. */
export const diagramContent = loose({
  id: text(),
  objects: z.record(z.string(), diagramObject),
  connections: z.record(z.string(), diagramConnection),
  comments: z.record(z.string(), loose(commentFields)),
  ...z.partial(loose(versionedContent)).shape,
});
/** Drawn objects, connections and comments of a diagram. */
export type DiagramContent = z.infer<typeof diagramContent>;

/** A diagram and its content have the same id. */
export const diagramContentRecord = record({
  kind: 'diagramContent',
  noun: 'diagram content',
  owner: 'version',
  schema: diagramContent,
  references: { id: partOf('diagram') },
  entries: {
    objects: { references: { modelId: partOf('modelObject') }, identifiedBy: ['modelId', 'shape'] },
    connections: {
      references: { modelId: partOf('modelConnection') },
      within: { originId: 'objects', targetId: 'objects' },
      identifiedBy: ['modelId', 'originId', 'targetId'],
    },
    comments: { references: { commentId: partOf('comment') } },
  },
  derived: {
    groupId: fieldOf('diagram', 'groupId'),
    modelId: fieldOf('diagram', 'modelId'),
    name: fieldOf('diagram', 'name'),
    status: fieldOf('diagram', 'status'),
    type: fieldOf('diagram', 'type'),
  },
  logged: 'low',
  isModel: true,
});

/** The service chooses sizes and line routing that are omitted (docs/service.md#diagram-content). */
const objectInput = strict({
  ...placeFields,
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  type: choice(DIAGRAM_OBJECT_TYPES),
  shape: choice(DIAGRAM_OBJECT_SHAPES),
});
const connectionInput = strict({
  ...endFields,
  labelPosition: z.optional(z.number()),
  points: z.optional(points()),
  lineShape: z.optional(choice(LINE_SHAPES)),
  originConnector: z.optional(connector()),
  targetConnector: z.optional(connector()),
});
const commentInput = strict(commentFields);

export const contentInput = {
  objects: z.optional(z.record(z.string(), objectInput)),
  connections: z.optional(z.record(z.string(), connectionInput)),
  comments: z.optional(z.record(z.string(), commentInput)),
};

export const contentPatch = {
  objects: z.optional(mapPatch(objectInput, z.partial(objectInput))),
  connections: z.optional(mapPatch(connectionInput, z.partial(connectionInput))),
  comments: z.optional(mapPatch(commentInput, z.partial(commentInput))),
};

const content = '/landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/content';
const commit = z.optional(z.number());
const answers = { response: loose({ diagramContent }), envelope: 'diagramContent', answers: 'one' } as const;

export const getDiagramContent = operation({
  id: 'diagrams.content.get',
  method: 'GET',
  path: content,
  query: strict(viewQuery),
  ...answers,
  meter: 'read',
  access: 'read',
  summary: 'Get the content of a diagram',
});

/** docs/service.md#updates: an omitted map becomes empty. */
export const replaceDiagramContent = operation({
  id: 'diagrams.content.replace',
  method: 'PUT',
  path: content,
  query: strict(viewQuery),
  body: strict({ ...contentInput, commit }),
  ...answers,
  meter: 'write',
  access: 'write',
  summary: 'Replace the content of a diagram',
});

export const updateDiagramContent = operation({
  id: 'diagrams.content.update',
  method: 'PATCH',
  path: content,
  query: strict(viewQuery),
  body: strict({ ...contentPatch, commit }),
  ...answers,
  meter: 'write',
  access: 'write',
  summary: 'Update the content of a diagram',
});

/** docs/service.md#diagram-content: a generated text about the diagram, or part of it; read-only. */
export const describeDiagramContent = operation({
  id: 'diagrams.content.generateDescription',
  method: 'POST',
  path: `${content}/generate-description`,
  body: strict({ type: choice(DESCRIPTION_TYPES), modelObjectIds: z.optional(z.array(id())) }),
  response: loose({ description: text(), message: z.nullish(text()) }),
  envelope: null,
  answers: 'one',
  meter: 'write',
  access: 'write',
  snapshot: true,
  slow: true,
  summary: 'Generate a description of a diagram',
});
