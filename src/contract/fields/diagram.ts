import * as z from 'zod/mini';
import { isObject } from '../../base/is-object.js';
import { entriesOf } from '../doc.js';
import { DIAGRAM_OBJECT_SHAPES, DIAGRAM_OBJECT_TYPES, DIAGRAM_TYPES } from '../enums.js';
import { type Derivation, partOf, refersTo } from '../record.js';
import { choice, text } from '../schema.js';
import type { ColumnFacts } from './facts.js';
import { field, override, without } from './field.js';
import {
  booleanField,
  derivedField,
  handleField,
  labelsField,
  nameField,
  numberField,
  referenceField,
  requiredChoice,
  requiredIndex,
  requiredReference,
  textField,
  timeField,
} from './types.js';

const PINNED = 'derived from `pinned`';

/** Whether a diagram or flow is pinned, since when, and its position among the pinned ones. */
export const pinnedFields = (column: ColumnFacts) => ({
  pinned: booleanField({
    description: 'Whether it is pinned',
    initial: false,
    column,
    option: { help: 'Pin it', off: 'Do not pin it' },
  }),
  pinnedAt: timeField({ description: 'When it was pinned (ISO 8601)', document: PINNED }),
  pinnedIndex: numberField({ description: 'Position among pinned items', document: PINNED }),
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

const zoomInput = z.optional(z.nullable(z.record(z.string(), z.string())));

/** docs/service.md#diagram. */
export const diagramFields = {
  name: nameField(),
  type: without(
    requiredChoice(DIAGRAM_TYPES, {
      description: 'Type',
      column: { priority: 2 },
      document: { description: 'Level of detail.' },
    }),
    'update',
  ),
  modelId: override(
    requiredReference(partOf('modelObject'), {
      description: 'Model object that the diagram describes',
      column: { header: 'Model object', priority: 3 },
      document: [
        {
          key: 'of',
          description: 'Id of the object that it shows in detail; for a context diagram, use the domain.',
          required: false,
        },
        {
          key: 'domain',
          to: 'domain',
          description: 'Id of the domain that a context diagram shows.',
          required: false,
        },
      ],
    }),
    { record: z.nullish(text()) },
  ),
  description: textField({
    description: 'Description',
    initial: '',
    column: { priority: 4, detail: true },
    document: { description: 'Detailed description, as Markdown.' },
  }),
  groupId: referenceField(refersTo('diagramGroup'), {
    description: 'Group that contains it, or none',
    column: { priority: 4 },
    document: { description: 'Id of its diagram group.' },
  }),
  parentId: referenceField(refersTo('diagram'), {
    description: 'Parent diagram, or none',
    column: { priority: 5, detail: true },
    document: { description: 'Id of its parent diagram.' },
  }),
  ...pinnedFields({ priority: 5, detail: true, after: 'index' }),
  index: requiredIndex('diagrams', {
    column: { priority: 5, detail: true },
    option: { usual: '0', after: 'model' },
  }),
  status: field(
    {
      record: z.optional(text()),
      create: z.optional(choice(['current', 'draft'])),
      update: z.optional(choice(['current', 'draft'])),
    },
    {
      is: 'text',
      description: 'Status',
      column: { kind: 'status', priority: 5 },
      option: false,
      document: 'always `current` outside drafts',
    },
    { initial: 'current' },
  ),
  zoomOverrides: field(
    { record: z.nullish(z.record(z.string(), z.string())), create: zoomInput, update: zoomInput },
    {
      is: 'other',
      description: 'Diagrams that objects open on zooming',
      option: { name: 'zoom' },
      document: 'targets of clicks, which are edited in the app',
    },
    { pairs: { key: 'modelObject', value: 'diagram' }, initial: null },
  ),
  labels: labelsField(),
  handleId: handleField(),
  commentCount: derivedField(z.optional(z.number()), sizeOf('comments'), {
    is: 'number',
    column: { header: 'Comments', priority: 4, detail: true, after: 'parentId' },
  }),
  connectionCount: derivedField(z.optional(z.number()), sizeOf('connections'), {
    is: 'number',
    column: { header: 'Connections', priority: 3, after: 'groupId' },
  }),
  objectCount: derivedField(z.optional(z.record(z.string(), z.number())), objectsByType),
};
