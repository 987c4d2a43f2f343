import * as z from 'zod/mini';
import { isObject } from '../../base/is-object.js';
import { entriesOf } from '../doc.js';
import { DIAGRAM_OBJECT_SHAPES, DIAGRAM_OBJECT_TYPES, DIAGRAM_TYPES } from '../enums.js';
import { family } from '../family.js';
import { type Derivation, partOf, refersTo } from '../record.js';
import {
  choice,
  dateTime,
  dateTimeInput,
  id,
  loose,
  oneOrMany,
  openEnum,
  queryBoolean,
  strict,
  text,
  versioned,
  versionedInput,
} from '../schema.js';
import { contentInput, contentPatch, diagramContent } from './diagram-content.js';
import { viewQuery } from './landscape.js';

/** docs/service.md#diagram. */
export const diagram = loose({
  ...versioned,
  modelId: z.nullish(text()),
  name: text(),
  description: z.nullish(text()),
  groupId: z.nullish(text()),
  parentId: z.nullish(text()),
  type: openEnum(DIAGRAM_TYPES),
  status: z.optional(text()),
  index: z.number(),
  pinned: z.optional(z.boolean()),
  pinnedAt: z.nullish(dateTime()),
  pinnedIndex: z.nullish(z.number()),
  labels: z.optional(z.record(z.string(), z.string())),
  zoomOverrides: z.nullish(z.record(z.string(), z.string())),
  commentCount: z.optional(z.number()),
  connectionCount: z.optional(z.number()),
  objectCount: z.optional(z.record(z.string(), z.number())),
});
export type Diagram = z.infer<typeof diagram>;

const shared = {
  ...versionedInput,
  description: z.optional(text()),
  groupId: z.optional(z.nullable(id())),
  parentId: z.optional(z.nullable(id())),
  pinned: z.optional(z.boolean()),
  pinnedAt: z.optional(dateTimeInput()),
  pinnedIndex: z.optional(z.number()),
  status: z.optional(choice(['current', 'draft'])),
  zoomOverrides: z.optional(z.nullable(z.record(z.string(), z.string()))),
};

export const diagramInput = strict({
  ...shared,
  ...contentInput,
  name: id(),
  index: z.number(),
  modelId: id(),
  type: choice(DIAGRAM_TYPES),
  handleId: z.optional(id()),
});

export const diagramPatch = strict({
  ...shared,
  ...contentPatch,
  name: z.optional(id()),
  index: z.optional(z.number()),
  modelId: z.optional(id()),
});

/** Number of entries in a map of the diagram's content. */
const sizeOf =
  (map: string): Derivation =>
  ({ doc, reader }) => {
    const entries = reader.get('diagramContent', doc.id)?.[map];
    return isObject(entries) ? Object.keys(entries).length : 0;
  };

/** Number of objects on the diagram, by type and shape. */
const objectsByType: Derivation = ({ doc, reader }) => {
  const placed = entriesOf(reader.get('diagramContent', doc.id)?.objects);
  const count = (name: string) =>
    placed.filter(([, { type, shape }]) => type === name || shape === name).length;
  return Object.fromEntries(
    [...DIAGRAM_OBJECT_TYPES, ...DIAGRAM_OBJECT_SHAPES].map((name) => [name, count(name)]),
  );
};

export const diagrams = family({
  id: 'diagrams',
  word: 'diagram',
  noun: 'diagram',
  singular: 'diagram',
  plural: 'diagrams',
  segment: 'diagrams',
  param: 'diagramId',
  resource: diagram,
  create: diagramInput,
  update: diagramPatch,
  filter: strict({
    empty: z.optional(queryBoolean()),
    handleId: z.optional(oneOrMany(text())),
    labels: z.optional(z.record(z.string(), z.string())),
    modelId: z.optional(text()),
    name: z.optional(text()),
    pinned: z.optional(queryBoolean()),
    status: z.optional(oneOrMany(text())),
    type: z.optional(oneOrMany(choice(DIAGRAM_TYPES))),
  }),
  query: viewQuery,
  also: { diagramContent: z.optional(diagramContent) },
  references: {
    modelId: partOf('modelObject'),
    groupId: refersTo('diagramGroup'),
    parentId: refersTo('diagram'),
  },
  pairs: { zoomOverrides: { key: 'modelObject', value: 'diagram' } },
  defaults: () => ({
    description: '',
    groupId: null,
    parentId: null,
    pinned: false,
    status: 'current',
    zoomOverrides: null,
  }),
  derived: {
    commentCount: sizeOf('comments'),
    connectionCount: sizeOf('connections'),
    objectCount: objectsByType,
  },
  endpoints: { get: 7 },
});
