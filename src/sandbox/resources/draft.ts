import { drafts, mergeDraft, rebaseDraft } from '../../contract/resources/draft.js';
import { statusProblems } from '../../contract/rules/draft-status.js';
import { on } from '../call.js';
import { merge } from '../drafts/merge.js';
import { rebase } from '../drafts/rebase.js';
import type { FamilyHooks } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';

const statusOf = (status: unknown): string | undefined => (typeof status === 'string' ? status : undefined);

const hooks: FamilyHooks = {
  check: ({ doc, before }) => statusProblems(statusOf(before?.status), doc.status),
  // docs/service.md#deletes: returns an empty object.
  deleted: () => ({}),
};

/** docs/service.md#draft. */
export const handlers = [...familyHandlers(drafts, hooks), on(mergeDraft, merge), on(rebaseDraft, rebase)];
