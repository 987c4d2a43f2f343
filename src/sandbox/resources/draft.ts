import { isObject } from '../../base/is-object.js';
import { allows } from '../../contract/access.js';
import { type Doc, entriesOf } from '../../contract/doc.js';
import type { Kind, RecordOf } from '../../contract/records.js';
import { drafts, mergeDraft, rebaseDraft } from '../../contract/resources/draft.js';
import {
  createDraftTask,
  type DraftTaskInput,
  getDraftTask,
  upsertDraftTask,
} from '../../contract/resources/draft-task.js';
import { statusProblems } from '../../contract/rules/drafts/draft-status.js';
import { readTask, type Task, taskOf } from '../../contract/rules/drafts/draft-task.js';
import { rebasedSnapshot } from '../../contract/rules/drafts/rebase.js';
import { linksOf } from '../../contract/rules/links.js';
import { isOperators } from '../../contract/rules/patch.js';
import { danglingReferences, nounOf } from '../../contract/rules/references.js';
import { type Call, on } from '../call.js';
import { liveState } from '../drafts/live-state.js';
import { merge } from '../drafts/merge.js';
import { openDraft } from '../drafts/open-draft.js';
import type { FamilyHooks } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';
import { requireRecord } from '../records/find.js';
import { scopeOf } from '../records/scope.js';
import { bumped, createdBy, updatedBy } from '../records/stamps.js';
import { type RecordWriter, recordWriter } from '../records/writer.js';
import { conflict, forbidden, invalid, notFound } from '../refusal.js';

type Writing = Call<typeof createDraftTask | typeof upsertDraftTask>;

/** docs/service.md#endpoints, endpoint 14. */
const create = (call: Call<typeof createDraftTask>) => saveTask(call, call.services.newId());

/** From older reference pages. A replaced task keeps its position. */
function upsert(call: Call<typeof upsertDraftTask>) {
  const id = call.parameters.draftTaskId ?? '';
  const before = call.services.store.records.get('draftTask', id);
  if (before && before.draftId !== requireRecord(call, 'draft', 'draftId').id) {
    throw conflict(`The id ${id} is already in use.`, 'id-taken');
  }
  return saveTask(call, id, before);
}

function saveTask(call: Writing, id: string, before?: RecordOf<'draftTask'>) {
  const { task } = call.body;
  // Readers may only comment (docs/service.md#permissions).
  if (!task.type.startsWith('draft-comment') && !allows(call.key.permission, 'write')) {
    throw forbidden(`A task of type ${task.type} needs a key with write permission.`, 'permission');
  }
  const draft = openDraft(call);
  const { commit = draft.commit } = call.body;
  if (commit !== draft.commit) {
    throw conflict(
      `The commit ${commit} is stale: the draft is at commit ${draft.commit}. Read it again first.`,
      'stale-commit',
    );
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

/**
 * Replacing a task is logged as an update of its draft, because there is no other action for it
 * (docs/service.md#choices).
 */
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
  deleteResponse: () => ({}),
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

/**
 * Rebases a draft: updates the base state of its tasks to the live version, so that a merge overwrites it
 * (docs/service.md#draft). Tasks on records that the draft creates, or on deleted records, are unchanged.
 */
function rebase(call: Call<typeof rebaseDraft>) {
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

function diagramsOf({ verb, kind, entityId, props }: Task): string[] {
  if (kind === 'diagram' || kind === 'diagramContent') return [entityId];
  if (kind !== 'flow' || verb !== 'create') return [];
  return linksOf('flow', props).flatMap((link) => (link.field === 'diagramId' ? [link.id] : []));
}

/**
 * Checks that a task refers only to records of the version or to records that earlier tasks of the draft create.
 * `ownId` is the id of the task that this one replaces.
 *
 * @throws Refusal `conflict` if it creates a record that already exists, `invalid` if a reference is dangling.
 */
function checkTask(call: Call, task: Task, draft: Doc, ownId?: string): void {
  const { records } = call.services.store;
  const { kind, verb, entityId, commentId } = task;
  const others = records.ofOwner('draftTask', draft.id).filter(({ id }) => id !== ownId);
  const earlier = others.map(taskOf);
  const planned = new Set([
    ...earlier.filter((it) => it.verb === 'create').map((it) => it.entityId),
    ...earlier.flatMap(drawnBy),
  ]);
  const exists = (id: string, of: Kind) =>
    planned.has(id) || records.get(of, id)?.versionId === call.version?.id;
  if (verb === 'create' && exists(entityId, kind)) {
    throw conflict(`The id ${entityId} is already in use.`, 'id-taken');
  }
  const problems: string[] = [];
  if (verb !== 'create' && !exists(entityId, kind)) {
    problems.push(`task.entityId: the ${nounOf(kind)} ${entityId} is not in this version or draft`);
  }
  if (commentId !== undefined && !exists(commentId, 'comment')) {
    problems.push(`task.commentId: the comment ${commentId} is not in this version or draft`);
  }
  if (verb === 'create' && kind !== 'commentReply') problems.push(...danglingInTask(call, task, planned));
  if (problems.length > 0) throw invalid(problems);
}

/** Objects that a task draws; flow steps may refer to them (docs/service.md#flow-step). */
function drawnBy({ kind, props: { objects } }: Task): string[] {
  if (kind !== 'diagram' && kind !== 'diagramContent') return [];
  const maps = isOperators(objects) ? [objects.$add, objects.$replace] : [objects];
  return maps.flatMap((map) => entriesOf(map).map(([id]) => id));
}

/** Dangling references of the record that a task creates. */
function danglingInTask(call: Call, { kind, entityId, props }: Task, planned: ReadonlySet<string>): string[] {
  const scope = { ...scopeOf(call), planned };
  const kinds: readonly Kind[] = kind === 'diagram' ? ['diagram', 'diagramContent'] : [kind];
  return kinds
    .flatMap((it) => danglingReferences(it, { ...props, id: entityId }, scope))
    .map((it) => `task.props.${it}`);
}
