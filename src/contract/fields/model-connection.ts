import * as z from 'zod/mini';
import { holdsAny, linksFrom, movedBy, placedOn, STEP_SOURCES, stepLinks, stepsOf } from '../derivations.js';
import { CONNECTION_DIRECTIONS, MODEL_STATUSES } from '../enums.js';
import { partOf, refersTo } from '../record.js';
import { choice, id, loose, openEnum, text } from '../schema.js';
import { field, override } from './field.js';
import {
  choiceField,
  derivedField,
  handleField,
  labelsField,
  linksField,
  nameField,
  referenceField,
  referencesField,
  requiredReference,
  textField,
} from './types.js';

/** A step refers to its objects, not to the connection between them. */
const stepsAlong = movedBy(STEP_SOURCES, ({ doc, reader }) => {
  const steps = (objectId: unknown, field: string) =>
    linksFrom(stepLinks(reader, String(objectId)), 'flow', field);
  const arriving = new Set(steps(doc.targetId, 'steps.targetId').map(({ detail }) => detail));
  return stepsOf(steps(doc.originId, 'steps.originId').filter(({ detail }) => arriving.has(detail)));
});

/** docs/service.md#model-connection. */
export const modelConnectionFields = {
  name: nameField({
    description: 'What the origin does with the target, for example "Sends orders"',
    column: { priority: 2 },
    document: { description: 'Name.' },
  }),
  // The ends matter most: they are the last columns to be hidden.
  originId: requiredReference(partOf('modelObject'), {
    description: 'Object where the connection starts',
    column: { priority: 1 },
    document: { description: 'Id of the object where it starts.' },
  }),
  targetId: requiredReference(partOf('modelObject'), {
    description: 'Object where the connection ends',
    column: { priority: 1 },
    document: { description: 'Id of the object where it ends.' },
  }),
  /** docs/service.md#endpoints, endpoint 13: must be present and may be null. */
  direction: field(
    {
      record: z.nullable(openEnum(CONNECTION_DIRECTIONS)),
      create: z.nullable(choice(CONNECTION_DIRECTIONS)),
      update: z.optional(z.nullable(choice(CONNECTION_DIRECTIONS))),
      import: choice(CONNECTION_DIRECTIONS),
      export: z.nullable(openEnum(CONNECTION_DIRECTIONS)),
    },
    {
      is: 'choice',
      values: CONNECTION_DIRECTIONS,
      description: 'Direction of the connection',
      required: true,
      nullable: true,
      column: { priority: 3 },
      document: { description: 'Direction; default: none.', required: false },
    },
  ),
  description: textField({
    description: 'Description',
    column: { priority: 4, detail: true },
    option: { after: 'status' },
    document: { description: 'Detailed description, as Markdown.' },
  }),
  viaId: override(
    referenceField(refersTo('modelObject'), {
      description: 'Object that the connection passes through, such as a queue, or none',
      column: { priority: 5, after: 'status' },
      document: { description: 'Id of the object that it passes through.' },
    }),
    { import: z.optional(id()) },
  ),
  status: choiceField(MODEL_STATUSES, {
    description: 'Status',
    initial: 'live',
    column: { kind: 'status', priority: 2 },
    document: { description: 'Lifecycle status; default: live.' },
  }),
  technologyIds: referencesField('catalogTechnology', {
    description: 'Technology',
    column: { priority: 5 },
    option: { after: 'tag' },
    document: { description: 'Slugs of technologies in the catalog.' },
  }),
  tagIds: referencesField('tag', {
    description: 'Tag',
    column: { priority: 5 },
    document: { description: 'Ids of tags.' },
  }),
  labels: labelsField(),
  links: override(linksField(), { export: z.optional(linksField().schemas.export) }),
  linked: field({}, { is: 'other', description: '' }, { derivation: holdsAny('links') }),
  diagrams: derivedField(
    z.optional(z.record(z.string(), loose({ id: text() }))),
    placedOn('connectionId', [
      ['originModelId', 'originId'],
      ['targetModelId', 'targetId'],
    ]),
  ),
  flows: derivedField(z.optional(z.record(z.string(), loose({ id: text() }))), stepsAlong),
  handleId: handleField(),
};
