import * as z from 'zod/mini';
import { sources } from '../derivations.js';
import { COLORS, TAG_GROUP_ICONS } from '../enums.js';
import { family } from '../family.js';
import { partOf } from '../record.js';
import {
  choice,
  id,
  loose,
  oneOrMany,
  openEnum,
  strict,
  text,
  versioned,
  versionedInput,
} from '../schema.js';

const named = {
  handleId: z.optional(oneOrMany(text())),
  labels: z.optional(z.record(z.string(), z.string())),
  name: z.optional(text()),
};

/** docs/service.md#tag-group. */
export const tagGroup = loose({
  ...versioned,
  name: text(),
  icon: openEnum(TAG_GROUP_ICONS),
  index: z.number(),
  labels: z.optional(z.record(z.string(), z.string())),
});
export type TagGroup = z.infer<typeof tagGroup>;

/** docs/service.md#endpoints, endpoint 16. */
export const tagGroupInput = strict({
  ...versionedInput,
  name: id(),
  icon: choice(TAG_GROUP_ICONS),
  index: z.number(),
  handleId: z.optional(id()),
});

export const tagGroupPatch = strict({
  ...versionedInput,
  name: z.optional(id()),
  icon: z.optional(choice(TAG_GROUP_ICONS)),
  index: z.optional(z.number()),
});

export const tagGroups = family({
  id: 'tags.groups',
  word: 'tag-group',
  noun: 'tag group',
  singular: 'tagGroup',
  plural: 'tagGroups',
  segment: 'tag-groups',
  param: 'tagGroupId',
  resource: tagGroup,
  create: tagGroupInput,
  update: tagGroupPatch,
  filter: strict(named),
  endpoints: { create: 16 },
});

/** docs/service.md#tag. */
export const tag = loose({
  ...versioned,
  groupId: text(),
  name: text(),
  color: openEnum(COLORS),
  index: z.number(),
  labels: z.optional(z.record(z.string(), z.string())),
  modelObjectIds: z.optional(z.array(text())),
  modelConnectionIds: z.optional(z.array(text())),
});
export type Tag = z.infer<typeof tag>;

export const tagInput = strict({
  ...versionedInput,
  name: id(),
  color: choice(COLORS),
  groupId: id(),
  index: z.number(),
  handleId: z.optional(id()),
});

export const tagPatch = strict({
  ...versionedInput,
  name: z.optional(id()),
  color: z.optional(choice(COLORS)),
  groupId: z.optional(id()),
  index: z.optional(z.number()),
});

export const tags = family({
  id: 'tags',
  word: 'tag',
  noun: 'tag',
  singular: 'tag',
  plural: 'tags',
  segment: 'tags',
  param: 'tagId',
  resource: tag,
  create: tagInput,
  update: tagPatch,
  filter: strict({ ...named, groupId: z.optional(text()) }),
  references: { groupId: partOf('tagGroup') },
  derived: {
    modelObjectIds: sources('modelObject'),
    modelConnectionIds: sources('modelConnection'),
  },
});
