import * as z from 'zod/mini';
import { DIAGRAM_TYPES } from '../enums.js';
import { family } from '../family.js';
import { diagramFields } from '../fields/diagram.js';
import { createSchema, recordSchema, updateSchema } from '../fields/field.js';
import { choice, oneOrMany, queryBoolean, strict, text } from '../schema.js';
import { contentInput, contentPatch, diagramContent } from './diagram-content.js';
import { viewQuery } from './landscape.js';

/** docs/service.md#diagram. */
export const diagram = recordSchema(diagramFields);
/** A diagram, without its drawn content. */
export type Diagram = z.infer<typeof diagram>;
export const diagramInput = strict({ ...createSchema(diagramFields).shape, ...contentInput });
export const diagramPatch = strict({ ...updateSchema(diagramFields).shape, ...contentPatch });

export const diagrams = family({
  id: 'diagrams',
  word: 'diagram',
  noun: 'diagram',
  singular: 'diagram',
  plural: 'diagrams',
  segment: 'diagrams',
  param: 'diagramId',
  fields: diagramFields,
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
  endpoints: { get: 7 },
});
