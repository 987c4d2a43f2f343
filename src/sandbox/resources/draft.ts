import { drafts, mergeDraft } from '../../contract/resources/draft.js';
import { on } from '../call.js';
import { merge } from '../drafts/merge.js';
import type { Pending } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';

/** A draft becomes `merged` by a merge, and stays it (docs/service.md#states). */
function statusProblems({ doc, before }: Pending): string[] {
  const [is, was] = [doc.status === 'merged', before?.status === 'merged'];
  if (is === was) return [];
  return [was ? 'status: is merged, which nothing undoes' : 'status: becomes merged by a merge only'];
}

/** docs/service.md#draft. Deleting one answers an empty object (docs/service.md#deletes). */
export const handlers = [
  ...familyHandlers(drafts, { check: statusProblems, deleted: () => ({}) }),
  on(mergeDraft, merge),
];
