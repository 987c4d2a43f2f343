import * as z from 'zod/mini';
import { family } from '../family.js';
import { diagramGroupFields } from '../fields/diagram-group.js';
import { createSchema, recordSchema, updateSchema } from '../fields/field.js';
import { oneOrMany, strict, text } from '../schema.js';

/** docs/service.md#diagram-group: a folder of diagrams below one model object. */
export const diagramGroup = recordSchema(diagramGroupFields);
/** A group of diagrams. */
export type DiagramGroup = z.infer<typeof diagramGroup>;
export const diagramGroupInput = createSchema(diagramGroupFields);
export const diagramGroupPatch = updateSchema(diagramGroupFields);

export const diagramGroups = family({
  id: 'diagrams.groups',
  word: 'diagram group',
  noun: 'diagram group',
  singular: 'diagramGroup',
  plural: 'diagramGroups',
  segment: 'diagram-groups',
  param: 'diagramGroupId',
  fields: diagramGroupFields,
  resource: diagramGroup,
  create: diagramGroupInput,
  update: diagramGroupPatch,
  filter: strict({
    handleId: z.optional(oneOrMany(text())),
    labels: z.optional(z.record(z.string(), z.string())),
    modelId: z.optional(text()),
    name: z.optional(text()),
  }),
});
