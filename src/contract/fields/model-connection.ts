import * as z from 'zod/mini';
import {
  affectedBy,
  diagramsShowing,
  hasEntries,
  linksFrom,
  STEP_SOURCES,
  stepLinks,
  stepsOf,
} from '../derivations.js';
import { CONNECTION_DIRECTIONS } from '../enums.js';
import { partOf } from '../record.js';
import { choice, id, loose, openEnum, text } from '../schema.js';
import { field, override } from './field.js';
import { statusField, technologiesAndTags } from './model.js';
import {
  commonFields,
  linksField,
  nameField,
  readOnlyField,
  referenceField,
  requiredReference,
  textField,
} from './types.js';

/** A step refers to its objects, not to the connection between them. */
const stepsBetweenEnds = affectedBy(STEP_SOURCES, ({ doc, reader }) => {
  const steps = (objectId: unknown, field: string) =>
    linksFrom(stepLinks(reader, String(objectId)), 'flow', field);
  const arriving = new Set(steps(doc.targetId, 'steps.targetId').map(({ detail }) => detail));
  return stepsOf(steps(doc.originId, 'steps.originId').filter(({ detail }) => arriving.has(detail)));
});

export const modelConnectionFields = {
  name: nameField('Purpose of the connection, for example "Sends orders"', { column: 2 }),
  // The ends matter most: they are the last columns to be hidden.
  originId: requiredReference(partOf('modelObject'), 'Object where the connection starts', { column: 1 }),
  targetId: requiredReference(partOf('modelObject'), 'Object where the connection ends', { column: 1 }),
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
      column: 3,
      option: { initial: 'outgoing' },
    },
  ),
  description: textField('Description, as Markdown', { detail: 4, option: { after: 'status' } }),
  viaId: override(
    referenceField('modelObject', 'Object that the connection passes through, such as a queue', {
      column: { priority: 5, after: 'status' },
    }),
    { import: z.optional(id()) },
  ),
  status: statusField('direction'),
  ...technologiesAndTags,
  ...commonFields,
  links: override(linksField(), { export: z.optional(linksField().schemas.export) }),
  linked: readOnlyField(z.optional(z.boolean()), hasEntries('links')),
  diagrams: readOnlyField(
    z.optional(
      z.record(
        z.string(),
        loose({
          id: text(),
          connectionId: z.optional(text()),
          originModelId: z.optional(text()),
          targetModelId: z.optional(text()),
        }),
      ),
    ),
    diagramsShowing('connectionId', [
      ['originModelId', 'originId'],
      ['targetModelId', 'targetId'],
    ]),
  ),
  flows: readOnlyField(
    z.optional(z.record(z.string(), loose({ id: text(), stepId: z.optional(text()) }))),
    stepsBetweenEnds,
  ),
};
