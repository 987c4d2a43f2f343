import { isObject } from '../../base/is-object.js';
import type { RecordOf } from '../../contract/records.js';
import type { rebaseDraft } from '../../contract/resources/draft.js';
import { taskOf } from '../../contract/rules/drafts/draft-task.js';
import { rebasedSnapshot } from '../../contract/rules/drafts/rebase.js';
import type { Call } from '../call.js';
import { requireRecord } from '../records/find.js';
import { bumped } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { invalid } from '../refusal.js';
import { liveState } from './live-state.js';

/**
 * Rebases a draft: updates the base state of its tasks to the live version, so that a merge overwrites it
 * (docs/service.md#draft). Tasks on records that the draft creates, or on deleted records, are unchanged.
 */
export function rebase(call: Call<typeof rebaseDraft>) {
  const { records } = call.services.store;
  const draft = requireRecord(call, 'draft', 'draftId');
  if (draft.status !== 'in-progress')
    throw invalid([`status: the draft is ${draft.status}, not in-progress`]);
  const writer = recordWriter(call);
  const versionId = call.version?.id ?? '';
  writer.update('draft', draft, { ...bumped(call, draft), originVersionId: versionId });
  for (const doc of records.ofOwner('draftTask', draft.id)) {
    const task = rebasedTask(call, doc, versionId);
    if (task) writer.save('draftTask', { ...doc, task });
  }
  writer.finish();
  return { draft: records.get('draft', draft.id) };
}

function rebasedTask(call: Call, doc: RecordOf<'draftTask'>, versionId: string) {
  const { snapshot } = doc.task;
  const current = liveState(call.services.store.records, taskOf(doc), versionId);
  if (!isObject(snapshot) || current === undefined) return undefined;
  return { ...doc.task, snapshot: rebasedSnapshot(snapshot, current) };
}
