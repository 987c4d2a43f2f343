import * as z from 'zod/mini';
import { family } from '../family.js';
import { createSchema, recordSchema, updateSchema } from '../fields/field.js';
import { tagFields, tagGroupFields } from '../fields/tag.js';
import { oneOrMany, strict, text } from '../schema.js';

const named = {
  handleId: z.optional(oneOrMany(text())),
  labels: z.optional(z.record(z.string(), z.string())),
  name: z.optional(text()),
};

/** docs/service.md#tag-group. */
export const tagGroup = recordSchema(tagGroupFields);
/** A group of tags. */
export type TagGroup = z.infer<typeof tagGroup>;
/** docs/service.md#endpoints, endpoint 16. */
export const tagGroupInput = createSchema(tagGroupFields);
export const tagGroupPatch = updateSchema(tagGroupFields);

export const tagGroups = family({
  id: 'tags.groups',
  word: 'tag-group',
  noun: 'tag group',
  singular: 'tagGroup',
  plural: 'tagGroups',
  segment: 'tag-groups',
  param: 'tagGroupId',
  fields: tagGroupFields,
  resource: tagGroup,
  create: tagGroupInput,
  update: tagGroupPatch,
  filter: strict(named),
  endpoints: { create: 16 },
});

/** docs/service.md#tag. */
export const tag = recordSchema(tagFields);
/** A tag. */
export type Tag = z.infer<typeof tag>;
export const tagInput = createSchema(tagFields);
export const tagPatch = updateSchema(tagFields);

export const tags = family({
  id: 'tags',
  word: 'tag',
  noun: 'tag',
  singular: 'tag',
  plural: 'tags',
  segment: 'tags',
  param: 'tagId',
  fields: tagFields,
  resource: tag,
  create: tagInput,
  update: tagPatch,
  filter: strict({ ...named, groupId: z.optional(text()) }),
});
