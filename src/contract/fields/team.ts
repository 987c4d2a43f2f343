import * as z from 'zod/mini';
import { growing, linksFrom } from '../derivations.js';
import { COLORS } from '../enums.js';
import { refersTo } from '../record.js';
import { choice, id, openEnum, text } from '../schema.js';
import { field } from './field.js';
import { readOnlyField } from './types.js';

/** docs/service.md#lengths. */
const teamName = () => id().check(z.maxLength(128, 'must have at most 128 characters'));

/** Ids of members; an update replaces the whole list. */
const members = () => z.optional(z.array(id()));

export const teamFields = {
  organizationId: readOnlyField(text()),
  name: field(
    { record: text(), create: teamName(), update: z.optional(teamName()) },
    { is: 'text', description: 'Name', required: true, column: 1 },
  ),
  color: field(
    {
      record: z.optional(openEnum(COLORS)),
      create: z.optional(choice(COLORS)),
      update: z.optional(choice(COLORS)),
    },
    {
      is: 'choice',
      values: COLORS,
      description: 'Colour',
      column: { header: 'Colour', priority: 3 },
    },
    { initial: 'blue' },
  ),
  userIds: field(
    { record: z.optional(z.array(text())), create: members(), update: members() },
    { is: 'references', to: 'user', description: 'Member' },
    { reference: refersTo('user'), initial: () => [] },
  ),
  /** Handles of the objects that it owns, in all versions. */
  modelObjectHandleIds: readOnlyField(
    z.optional(z.array(text())),
    growing({ kind: 'modelObject' }, ({ incoming, reader }) => [
      ...new Set(
        linksFrom(incoming('modelObject'), 'modelObject').flatMap(
          ({ kind, id: object }) => reader.get(kind, object)?.handleId ?? [],
        ),
      ),
    ]),
  ),
};
