import * as z from 'zod/mini';
import { sources } from '../derivations.js';
import { COLORS, TAG_GROUP_ICONS } from '../enums.js';
import { partOf } from '../record.js';
import { text } from '../schema.js';
import {
  derivedField,
  handleField,
  labelsField,
  nameField,
  requiredChoice,
  requiredIndex,
  requiredReference,
} from './types.js';

/** docs/service.md#tag-group. */
export const tagGroupFields = {
  name: nameField(),
  icon: requiredChoice(TAG_GROUP_ICONS, { description: 'Icon', column: { priority: 2 } }),
  index: requiredIndex('tag groups', { column: { priority: 3 } }),
  labels: labelsField(),
  handleId: handleField(),
};

/** docs/service.md#tag. */
export const tagFields = {
  name: nameField(),
  color: requiredChoice(COLORS, { description: 'Colour', column: { header: 'Colour', priority: 2 } }),
  groupId: requiredReference(partOf('tagGroup'), {
    description: 'Group of the tag',
    column: { priority: 2 },
    document: { description: 'Id of its tag group.' },
  }),
  index: requiredIndex('tags of its group', { column: { priority: 5 } }),
  modelObjectIds: derivedField(z.optional(z.array(text())), sources('modelObject'), {
    column: { header: 'On objects', kind: 'list', of: 'object', priority: 4, detail: true },
  }),
  modelConnectionIds: derivedField(z.optional(z.array(text())), sources('modelConnection'), {
    column: { header: 'On connections', kind: 'list', of: 'connection', priority: 4, detail: true },
  }),
  labels: labelsField(),
  handleId: handleField(),
};
