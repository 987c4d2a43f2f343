import { allows } from '../../contract/access.js';
import type { Doc } from '../../contract/doc.js';
import { createDraftTask, type DraftTaskInput, getDraftTask } from '../../contract/resources/draft-task.js';
import { readTask } from '../../contract/rules/draft-task.js';
import { type Call, on } from '../call.js';
import { checkTask, diagramsOf } from '../drafts/check-task.js';
import { openDraft } from '../drafts/open-draft.js';
import { mustFind } from '../records/find.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { type RecordWriter, recordWriter } from '../records/writer.js';
import { conflict, forbidden, notFound } from '../refusal.js';

/** docs/service.md#endpoints, endpoint 14. */
function create(call: Call<typeof createDraftTask>) {
  const { task } = call.body;
  // Readers may comment and nothing else (docs/service.md#permissions).
  if (!task.type.startsWith('draft-comment') && !allows(call.key.permission, 'write')) {
    throw forbidden(`A task of type ${task.type} needs a key with write permission.`, 'permission');
  }
  const draft = openDraft(call);
  const { commit = draft.commit } = call.body;
  if (commit !== draft.commit) {
    throw conflict(`The commit ${commit} is stale: the draft is at commit ${draft.commit}.`, 'stale-commit');
  }
  const read = readTask(task);
  checkTask(call, read, draft);

  const writer = recordWriter(call);
  const draftTask = write(call, draft, { task, commit }, writer);
  const diagramIds = [...new Set([...(draft.diagramIds ?? []), ...diagramsOf(read)])];
  writer.save('draft', { ...draft, diagramIds, ...updatedBy(call) });
  writer.settle();
  return { draftTask };
}

function write(
  call: Call,
  draft: Doc,
  { task, commit }: { task: DraftTaskInput; commit: number },
  writer: RecordWriter,
): Doc {
  const { landscape, version } = call;
  const { createdAt, createdBy: by, createdById } = createdBy(call);
  const draftTask: Doc = {
    id: call.services.newId(),
    draftId: draft.id,
    landscapeId: landscape?.id,
    versionId: version?.id,
    commit,
    task,
    createdAt,
    createdBy: by,
    createdById,
  };
  writer.create('draftTask', draftTask);
  writer.logs.write({
    type: 'draft-task-create',
    id: draftTask.id,
    props: { task, commit },
    context: { draftId: draft.id, draftName: draft.name, versionId: version?.id },
    related: [draft.id, task.entityId],
    importance: 'low',
    landscapeId: landscape?.id,
  });
  return draftTask;
}

/** Older reference pages. */
function get(call: Call<typeof getDraftTask>) {
  const id = call.parameters.draftTaskId ?? '';
  const draftTask = call.services.store.records.get('draftTask', id);
  if (draftTask?.draftId !== mustFind(call, 'draft', 'draftId').id) throw notFound(`The draft task ${id}`);
  return { draftTask };
}

export const handlers = [on(createDraftTask, create), on(getDraftTask, get)];
