import * as z from 'zod/mini';
import { keptBy } from '../derivations.js';
import { DRAFT_STATUSES } from '../enums.js';
import { family } from '../family.js';
import { operation } from '../operation.js';
import {
  actor,
  choice,
  dateTime,
  dateTimeInput,
  id,
  loose,
  oneOrMany,
  openEnum,
  strict,
  text,
  versioned,
  versionedInput,
} from '../schema.js';

/** docs/service.md#draft. */
export const draft = loose({
  ...versioned,
  name: text(),
  status: openEnum(DRAFT_STATUSES),
  diagramIds: z.optional(z.array(text())),
  labels: z.optional(z.record(z.string(), z.string())),
  summaryDirtiedAt: z.nullish(dateTime()),
  changeSummary: z.nullish(
    loose({
      summary: z.optional(text()),
      createdAt: z.optional(dateTime()),
      updatedAt: z.optional(dateTime()),
    }),
  ),
  viewedAt: z.nullish(dateTime()),
  viewedBy: z.nullish(actor()),
  viewedById: z.nullish(text()),
  mergedAt: z.nullish(dateTime()),
  mergedBy: z.nullish(actor()),
  mergedById: z.nullish(text()),
  originVersionId: z.nullish(text()),
});
export type Draft = z.infer<typeof draft>;

const shared = {
  ...versionedInput,
  changeSummary: z.optional(
    strict({ summary: text(), createdAt: dateTimeInput(), updatedAt: dateTimeInput() }),
  ),
  summaryDirtiedAt: z.optional(dateTimeInput()),
  handleId: z.optional(id()),
};

export const drafts = family({
  id: 'drafts',
  word: 'draft',
  noun: 'draft',
  singular: 'draft',
  plural: 'drafts',
  segment: 'drafts',
  param: 'draftId',
  resource: draft,
  create: strict({ ...shared, name: id(), status: choice(DRAFT_STATUSES) }),
  update: strict({ ...shared, name: z.optional(id()), status: z.optional(choice(DRAFT_STATUSES)) }),
  filter: strict({ name: z.optional(text()), status: z.optional(oneOrMany(choice(DRAFT_STATUSES))) }),
  defaults: ({ versionId }) => ({ originVersionId: versionId }),
  // Maintained by the draft's tasks.
  derived: { diagramIds: keptBy('diagramIds', []) },
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
