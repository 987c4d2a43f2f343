import * as z from 'zod/mini';
import { referrerIds } from '../derivations.js';
import { COLORS, TAG_GROUP_ICONS } from '../enums.js';
import { partOf } from '../record.js';
import { text } from '../schema.js';
import {
  commonFields,
  nameField,
  readOnlyField,
  requiredChoice,
  requiredIndex,
  requiredReference,
} from './types.js';

export const tagGroupFields = {
  name: nameField(),
  icon: requiredChoice(TAG_GROUP_ICONS, 'Icon', { column: 2 }),
  index: requiredIndex('tag groups', { column: 3 }),
  ...commonFields,
};

const ids = z.optional(z.array(text()));

export const tagFields = {
  name: nameField(),
  color: requiredChoice(COLORS, 'Colour', { column: { header: 'Colour', priority: 2 } }),
  groupId: requiredReference(partOf('tagGroup'), 'Group of the tag', { column: 2 }),
  index: requiredIndex('tags of its group', { column: 5 }),
  modelObjectIds: readOnlyField(ids, referrerIds('modelObject'), {
    detail: { header: 'On objects', kind: 'list', of: 'object', priority: 4 },
  }),
  modelConnectionIds: readOnlyField(ids, referrerIds('modelConnection'), {
    detail: { header: 'On connections', kind: 'list', of: 'connection', priority: 4 },
  }),
  ...commonFields,
};
