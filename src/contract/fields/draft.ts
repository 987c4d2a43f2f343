import * as z from 'zod/mini';
import { keptBy } from '../derivations.js';
import { DRAFT_STATUSES } from '../enums.js';
import { actor, dateTime, dateTimeInput, id, loose, strict, text } from '../schema.js';
import { field, override } from './field.js';
import {
  derivedField,
  handleField,
  labelsField,
  nameField,
  readOnlyField,
  requiredChoice,
  timeField,
} from './types.js';

const summaryInput = z.optional(
  strict({ summary: text(), createdAt: dateTimeInput(), updatedAt: dateTimeInput() }),
);

/** docs/service.md#draft. */
export const draftFields = {
  name: nameField(),
  status: requiredChoice(DRAFT_STATUSES, {
    description: 'Status; only a merge sets it to merged',
    column: { kind: 'status', priority: 2 },
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
      option: { name: 'summary', body: 'changeSummary.summary' },
    },
  ),
  summaryDirtiedAt: timeField({
    description: 'Time since which the summary is outdated (ISO 8601)',
    column: { header: 'Outdated since', priority: 5, detail: true },
  }),
  // Maintained by the draft's tasks.
  diagramIds: derivedField(z.optional(z.array(text())), keptBy('diagramIds', []), {
    column: { header: 'On diagrams', kind: 'list', of: 'diagram', priority: 5, detail: true },
  }),
  mergedAt: readOnlyField(z.nullish(dateTime()), {
    is: 'time',
    column: { header: 'Merged', priority: 4 },
  }),
  mergedBy: readOnlyField(z.nullish(actor())),
  mergedById: readOnlyField(z.nullish(text()), {
    column: { header: 'Merged by', kind: 'id', of: 'user', orOf: 'key', priority: 5, detail: true },
  }),
  viewedAt: readOnlyField(z.nullish(dateTime()), {
    is: 'time',
    column: { header: 'Viewed', priority: 5, detail: true },
  }),
  viewedBy: readOnlyField(z.nullish(actor())),
  viewedById: readOnlyField(z.nullish(text())),
  originVersionId: field(
    { record: z.nullish(text()) },
    { is: 'other', description: '' },
    { initial: ({ versionId }: { versionId: string }) => versionId },
  ),
  labels: field(labelsField().schemas, { is: 'texts', description: 'Custom texts, by key', option: false }),
  handleId: override(handleField(), { update: z.optional(id()) }),
};
