import * as z from 'zod/mini';
import { family } from '../family.js';
import { partOf } from '../record.js';
import { id, loose, oneOrMany, strict, text, versioned, versionedInput } from '../schema.js';

/** docs/service.md#diagram-group: a folder of diagrams below one model object. */
export const diagramGroup = loose({
  ...versioned,
  name: text(),
  modelId: text(),
  index: z.optional(z.number()),
});
export type DiagramGroup = z.infer<typeof diagramGroup>;

const shared = { ...versionedInput, index: z.optional(z.number()) };
export const diagramGroupInput = strict({ ...shared, modelId: id(), name: id(), handleId: z.optional(id()) });
export const diagramGroupPatch = strict({ ...shared, modelId: z.optional(id()), name: z.optional(id()) });

export const diagramGroups = family({
  id: 'diagrams.groups',
  word: 'diagram-group',
  noun: 'diagram group',
  singular: 'diagramGroup',
  plural: 'diagramGroups',
  segment: 'diagram-groups',
  param: 'diagramGroupId',
  resource: diagramGroup,
  create: diagramGroupInput,
  update: diagramGroupPatch,
  filter: strict({
    handleId: z.optional(oneOrMany(text())),
    labels: z.optional(z.record(z.string(), z.string())),
    modelId: z.optional(text()),
    name: z.optional(text()),
  }),
  references: { modelId: partOf('modelObject') },
  defaults: ({ index }) => ({ index }),
});
