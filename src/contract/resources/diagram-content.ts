import * as z from 'zod/mini';
import { asIn } from '../derivations.js';
import { CONNECTORS, DIAGRAM_OBJECT_SHAPES, DIAGRAM_OBJECT_TYPES, LINE_SHAPES } from '../enums.js';
import { partOf, record } from '../record.js';
import { choice, loose, mapPatch, openEnum, strict, text } from '../schema.js';

const objectFields = {
  id: text(),
  modelId: text(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
};
const commentFields = { id: text(), commentId: text(), x: z.number(), y: z.number() };
const connectionFields = {
  id: text(),
  modelId: z.nullable(text()),
  originId: z.nullable(text()),
  targetId: z.nullable(text()),
  labelPosition: z.number(),
  points: z.array(loose({ x: z.number(), y: z.number() })),
};
const connector = () => z.nullable(choice(CONNECTORS));

/** docs/service.md#diagram-content: a model object drawn on a diagram; sizes in diagram units. */
export const diagramObject = loose({
  ...objectFields,
  type: openEnum(DIAGRAM_OBJECT_TYPES),
  shape: openEnum(DIAGRAM_OBJECT_SHAPES),
});

/** docs/service.md#diagram-content: `originId` and `targetId` are diagram object ids. */
export const diagramConnection = loose({ ...connectionFields, lineShape: openEnum(LINE_SHAPES) });

/** docs/service.md#diagram-content: what stands on a diagram. */
export const diagramContent = loose({
  id: text(),
  objects: z.record(z.string(), diagramObject),
  connections: z.record(z.string(), diagramConnection),
  comments: z.record(z.string(), loose(commentFields)),
  commit: z.optional(z.number()),
  version: z.optional(z.number()),
});
export type DiagramContent = z.infer<typeof diagramContent>;

/** A diagram and its content share their id. */
export const diagramContentRecord = record({
  kind: 'diagramContent',
  noun: 'diagram content',
  owner: 'version',
  schema: diagramContent,
  references: { id: partOf('diagram') },
  entries: {
    objects: { references: { modelId: partOf('modelObject') }, toldBy: ['modelId', 'shape'] },
    connections: {
      references: { modelId: partOf('modelConnection') },
      within: { originId: 'objects', targetId: 'objects' },
      toldBy: ['modelId', 'originId', 'targetId'],
    },
    comments: { references: { commentId: partOf('comment') } },
  },
  derived: {
    groupId: asIn('diagram', 'groupId'),
    modelId: asIn('diagram', 'modelId'),
    name: asIn('diagram', 'name'),
    status: asIn('diagram', 'status'),
    type: asIn('diagram', 'type'),
  },
  logged: 'low',
  isModel: true,
});

const objectInput = strict({
  ...objectFields,
  type: choice(DIAGRAM_OBJECT_TYPES),
  shape: choice(DIAGRAM_OBJECT_SHAPES),
});
const connectionInput = strict({
  ...connectionFields,
  lineShape: choice(LINE_SHAPES),
  originConnector: connector(),
  targetConnector: connector(),
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
