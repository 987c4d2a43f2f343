import * as z from 'zod/mini';
import { DRAFT_STATUSES } from '../enums.js';
import { family } from '../family.js';
import { draftFields } from '../fields/draft.js';
import { createSchema, recordSchema, updateSchema } from '../fields/field.js';
import { operation } from '../operation.js';
import { choice, loose, oneOrMany, strict, text } from '../schema.js';

/** docs/service.md#draft. */
export const draft = recordSchema(draftFields);
/** A set of planned changes. */
export type Draft = z.infer<typeof draft>;

export const drafts = family({
  id: 'drafts',
  word: 'draft',
  noun: 'draft',
  singular: 'draft',
  plural: 'drafts',
  segment: 'drafts',
  param: 'draftId',
  fields: draftFields,
  resource: draft,
  create: createSchema(draftFields),
  update: updateSchema(draftFields),
  filter: strict({ name: z.optional(text()), status: z.optional(oneOrMany(choice(DRAFT_STATUSES))) }),
  isModel: false,
  endpoints: { list: 6 },
});

/** docs/service.md#states: `in-progress` becomes `merged`; conflicts answer 409. */
export const mergeDraft = operation({
  id: 'drafts.merge',
  method: 'POST',
  path: '/landscapes/{landscapeId}/versions/{versionId}/drafts/{draftId}/merge',
  response: loose({ draft }),
  envelope: 'draft',
  answers: 'one',
  meter: 'write',
  access: 'write',
  slow: true,
  summary: 'Merge a draft into the live version',
});

/** docs/service.md#draft: rebases the tasks onto the current live version. */
export const rebaseDraft = operation({
  id: 'drafts.rebase',
  method: 'POST',
  path: '/landscapes/{landscapeId}/versions/{versionId}/drafts/{draftId}/rebase',
  response: loose({ draft }),
  envelope: 'draft',
  answers: 'one',
  meter: 'write',
  access: 'write',
  slow: true,
  summary: 'Rebase a draft onto the live version',
});
