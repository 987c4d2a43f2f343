import * as z from 'zod/mini';
import { isObject } from '../../base/is-object.js';
import { entriesOf } from '../doc.js';
import { DIAGRAM_OBJECT_SHAPES, DIAGRAM_OBJECT_TYPES, DIAGRAM_TYPES } from '../enums.js';
import { type Derivation, partOf } from '../record.js';
import { choice, text } from '../schema.js';
import type { Facets } from './facts.js';
import { field, override, without } from './field.js';
import {
  booleanField,
  commonFields,
  nameField,
  readOnlyField,
  referenceField,
  requiredChoice,
  requiredIndex,
  requiredReference,
  textField,
  timeField,
} from './types.js';

const PINNED = 'derived from `pinned`';

/** Whether a diagram or flow is pinned, since when, and its position among the pinned ones. */
export const pinnedFields = (facets: Facets) => ({
  pinned: booleanField('Whether it is pinned', false, {
    ...facets,
    option: { help: 'Pin the diagram', off: 'Do not pin the diagram' },
  }),
  pinnedAt: timeField('When it was pinned (ISO 8601)', { document: PINNED }),
  pinnedIndex: field(
    { record: z.nullish(z.number()), create: z.optional(z.number()), update: z.optional(z.number()) },
    { is: 'number', description: 'Position among pinned items', document: PINNED },
  ),
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

const status = z.optional(choice(['current', 'draft']));

export const diagramFields = {
  name: nameField(),
  type: without(
    requiredChoice(DIAGRAM_TYPES, 'Type', {
      column: 2,
      option: { fallback: 'the type that fits the object' },
    }),
    'update',
  ),
  modelId: override(
    requiredReference(partOf('modelObject'), 'Model object that the diagram describes', {
      column: { header: 'Model object', priority: 3 },
      option: { name: 'of', also: ['model'] },
      document: [
        {
          key: 'of',
          description: 'Id of the object that it shows in detail; for a context diagram, use the domain.',
        },
        { key: 'domain', to: 'domain', description: 'Id of the domain that a context diagram shows.' },
      ],
    }),
    { record: z.nullish(text()) },
  ),
  description: textField('Description, as Markdown', { initial: '', detail: 4 }),
  groupId: referenceField('diagramGroup', 'Group that contains it', { column: 4 }),
  parentId: referenceField('diagram', 'Parent diagram', { detail: 5 }),
  ...pinnedFields({ detail: { priority: 5, after: 'index' } }),
  index: requiredIndex('diagrams', { detail: 5, option: { after: 'of' } }),
  status: field(
    { record: z.optional(text()), create: status, update: status },
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
  ...commonFields,
  commentCount: readOnlyField(z.optional(z.number()), sizeOf('comments'), {
    is: 'number',
    detail: { header: 'Comments', priority: 4, after: 'parentId' },
  }),
  connectionCount: readOnlyField(z.optional(z.number()), sizeOf('connections'), {
    is: 'number',
    column: { header: 'Connections', priority: 3, after: 'objects' },
  }),
  objectCount: readOnlyField(z.optional(z.record(z.string(), z.number())), objectsByType),
};
