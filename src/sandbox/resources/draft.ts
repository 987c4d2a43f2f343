import { allows } from '../../contract/access.js';
import type { Doc } from '../../contract/doc.js';
import type { RecordOf } from '../../contract/records.js';
import { drafts, mergeDraft, rebaseDraft } from '../../contract/resources/draft.js';
import {
  createDraftTask,
  type DraftTaskInput,
  getDraftTask,
  upsertDraftTask,
} from '../../contract/resources/draft-task.js';
import { statusProblems } from '../../contract/rules/drafts/draft-status.js';
import { readTask } from '../../contract/rules/drafts/draft-task.js';
import { type Call, on } from '../call.js';
import { checkTask, diagramsOf } from '../drafts/check-task.js';
import { merge } from '../drafts/merge.js';
import { openDraft } from '../drafts/open-draft.js';
import { rebase } from '../drafts/rebase.js';
import type { FamilyHooks } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';
import { requireRecord } from '../records/find.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { type RecordWriter, recordWriter } from '../records/writer.js';
import { conflict, forbidden, notFound } from '../refusal.js';

type Writing = Call<typeof createDraftTask | typeof upsertDraftTask>;

/** docs/service.md#endpoints, endpoint 14. */
const create = (call: Call<typeof createDraftTask>) => keep(call, call.services.newId());

/** From older reference pages. A replaced task keeps its position. */
function upsert(call: Call<typeof upsertDraftTask>) {
  const id = call.parameters.draftTaskId ?? '';
  const before = call.services.store.records.get('draftTask', id);
  if (before && before.draftId !== requireRecord(call, 'draft', 'draftId').id) {
    throw conflict(`The id ${id} is already in use.`, 'id-taken');
  }
  return keep(call, id, before);
}

function keep(call: Writing, id: string, before?: RecordOf<'draftTask'>) {
  const { task } = call.body;
  // Readers may only comment (docs/service.md#permissions).
  if (!task.type.startsWith('draft-comment') && !allows(call.key.permission, 'write')) {
    throw forbidden(`A task of type ${task.type} needs a key with write permission.`, 'permission');
  }
  const draft = openDraft(call);
  const { commit = draft.commit } = call.body;
  if (commit !== draft.commit) {
    throw conflict(`The commit ${commit} is stale: the draft is at commit ${draft.commit}.`, 'stale-commit');
  }
  const read = readTask(task);
  checkTask(call, read, draft, before?.id);

  const writer = recordWriter(call);
  const draftTask = before ? { ...before, task, commit } : newTask(call, draft, { id, task, commit });
  if (before) writer.save('draftTask', draftTask);
  else writer.create('draftTask', draftTask);
  log(writer, draft, draftTask, task, before === undefined);
  const diagramIds = [...new Set([...(draft.diagramIds ?? []), ...diagramsOf(read)])];
  writer.save('draft', { ...draft, diagramIds, ...updatedBy(call) });
  writer.finish();
  return { draftTask };
}

function newTask(call: Writing, draft: Doc, own: { id: string; task: DraftTaskInput; commit: number }): Doc {
  const { createdAt, createdBy: by, createdById } = createdBy(call);
  return {
    id: own.id,
    draftId: draft.id,
    landscapeId: call.landscape?.id,
    versionId: call.version?.id,
    commit: own.commit,
    task: own.task,
    createdAt,
    createdBy: by,
    createdById,
  };
}

/** Replacing a task is logged as an update of its draft: no other action fits (docs/service.md#choices). */
function log(writer: RecordWriter, draft: Doc, savedTask: Doc, task: DraftTaskInput, isNew: boolean): void {
  const landscapeId = typeof draft.landscapeId === 'string' ? draft.landscapeId : undefined;
  writer.logs.write({
    type: isNew ? 'draft-task-create' : 'draft-update',
    id: isNew ? savedTask.id : draft.id,
    props: isNew ? { task, commit: savedTask.commit } : {},
    context: isNew ? { draftName: draft.name } : { name: draft.name },
    related: isNew ? [draft.id, task.entityId] : [savedTask.id, task.entityId],
    importance: 'low',
    landscapeId,
  });
}

/** From older reference pages. */
function get(call: Call<typeof getDraftTask>) {
  const id = call.parameters.draftTaskId ?? '';
  const draftTask = call.services.store.records.get('draftTask', id);
  if (draftTask?.draftId !== requireRecord(call, 'draft', 'draftId').id)
    throw notFound(`The draft task ${id}`);
  return { draftTask };
}

const statusOf = (status: unknown): string | undefined => (typeof status === 'string' ? status : undefined);

const hooks: FamilyHooks = {
  check: ({ doc, before }) => statusProblems(statusOf(before?.status), doc.status),
  // docs/service.md#deletes: returns an empty object.
  deleted: () => ({}),
};

/** docs/service.md#draft. */
export const handlers = [
  ...familyHandlers(drafts, hooks),
  on(mergeDraft, merge),
  on(rebaseDraft, rebase),
  on(createDraftTask, create),
  on(getDraftTask, get),
  on(upsertDraftTask, upsert),
];
