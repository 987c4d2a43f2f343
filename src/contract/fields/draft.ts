import * as z from 'zod/mini';
import { storedValue } from '../derivations.js';
import { DRAFT_STATUSES } from '../enums.js';
import type { CreateContext } from '../record.js';
import { actor, dateTime, dateTimeInput, id, loose, strict, text } from '../schema.js';
import { field, override } from './field.js';
import { commonFields, nameField, readOnlyField, requiredChoice, timeField } from './types.js';

const summaryInput = z.optional(
  strict({ summary: text(), createdAt: dateTimeInput(), updatedAt: dateTimeInput() }),
);

const time = z.nullish(dateTime());
const who = z.nullish(actor());
const user = z.nullish(text());

export const draftFields = {
  name: nameField(),
  status: requiredChoice(DRAFT_STATUSES, 'Status; only a merge sets it to merged', {
    column: { kind: 'status', priority: 2 },
    option: { initial: 'in-progress' },
  }),
  changeSummary: field(
    {
      record: z.nullish(
        loose({
          summary: z.optional(text()),
          createdAt: z.optional(dateTime()),
          updatedAt: z.optional(dateTime()),
        }),
      ),
      create: summaryInput,
      update: summaryInput,
    },
    {
      is: 'text',
      description: 'Short summary of the changes',
      detail: { key: 'changeSummary.summary', header: 'Summary', priority: 3 },
      option: { name: 'summary', body: 'changeSummary.summary' },
    },
  ),
  summaryDirtiedAt: timeField('Time since which the summary is outdated (ISO 8601)', {
    detail: { header: 'Outdated since', priority: 5 },
  }),
  // Maintained by the draft's tasks.
  diagramIds: readOnlyField(z.optional(z.array(text())), storedValue('diagramIds', []), {
    detail: { header: 'On diagrams', kind: 'list', of: 'diagram', priority: 5 },
  }),
  mergedAt: readOnlyField(time, undefined, { is: 'time', column: { header: 'Merged', priority: 4 } }),
  mergedBy: readOnlyField(who),
  mergedById: readOnlyField(user, undefined, {
    detail: { header: 'Merged by', kind: 'id', of: 'user', orOf: 'key', priority: 5 },
  }),
  viewedAt: readOnlyField(time, undefined, { is: 'time', detail: { header: 'Viewed', priority: 5 } }),
  viewedBy: readOnlyField(who),
  viewedById: readOnlyField(user),
  headVersionId: readOnlyField(z.nullish(text())),
  originVersionId: field(
    { record: z.nullish(text()) },
    { is: 'other', description: '' },
    { initial: ({ versionId }: CreateContext) => versionId },
  ),
  labels: field(commonFields.labels.schemas, {
    is: 'texts',
    description: 'Custom texts, by key',
    option: false,
  }),
  handleId: override(commonFields.handleId, { update: z.optional(id()) }),
};
