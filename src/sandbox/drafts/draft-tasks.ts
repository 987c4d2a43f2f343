import { createDraftTask, type DraftTaskInput, getDraftTask } from '../../contract/resources/draft-task.js';
import { readTaskType } from '../../contract/rules/draft-task.js';
import { linksOf } from '../../contract/rules/links.js';
import { danglingReferences, nounOf } from '../../contract/rules/references.js';
import { allows } from '../http/access.js';
import { conflict, forbidden, invalid, notFound } from '../http/http-error.js';
import { recordWriter, updatedBy } from '../records/writer.js';
import type { Call, Doc, Handlers } from '../types.js';

const taskOf = (doc: Doc): DraftTaskInput => doc.task as DraftTaskInput;

/** The draft that the path names. */
export function draftOf(call: Call): Doc {
  const id = call.parameters.draftId ?? '';
  const draft = call.services.store.records.get('draft', id);
  if (draft?.versionId !== call.version?.id) throw notFound(`The draft ${id}`);
  return draft as Doc;
}

/** @throws HttpError 409 for a draft that is merged or archived. */
export function checkOpen({ status }: Doc): void {
  if (status !== 'in-progress') throw conflict(`The draft is ${status}, not in-progress.`, 'draft-closed');
}

/** Service document, endpoint 14; reading one is from older reference pages. */
export const draftTaskHandlers: Handlers = {
  [createDraftTask.id]: (call) => {
    const task = call.body.task as DraftTaskInput;
    // Readers may comment and nothing else (known answers, part 5).
    if (!task.type.startsWith('draft-comment') && !allows(call.key.permission, 'write')) {
      throw forbidden(`A task of type ${task.type} needs a key with write permission.`, 'permission');
    }
    const draft = draftOf(call);
    checkOpen(draft);
    const { commit = draft.commit } = call.body;
    if (commit !== draft.commit) {
      throw conflict(
        `The commit ${commit} is stale: the draft is at commit ${draft.commit}.`,
        'stale-commit',
      );
    }
    checkTask(call, task, draft);

    const { services } = call;
    const { updatedAt: _at, ...rest } = updatedBy(call);
    const draftTask: Doc = {
      id: services.newId(),
      draftId: draft.id,
      landscapeId: call.landscape?.id,
      versionId: call.version?.id,
      commit,
      task,
      createdAt: call.now,
      createdBy: rest.updatedBy,
      createdById: rest.updatedById,
    };
    const writer = recordWriter(call);
    writer.create('draftTask', draftTask);
    writer.logs.write({
      type: 'draft-task-create',
      id: draftTask.id,
      props: task,
      context: { draftId: draft.id, name: draft.name, versionId: call.version?.id },
      related: [draft.id, task.entityId],
      importance: 'low',
      landscapeId: call.landscape?.id,
    });
    const diagramIds = [...new Set([...((draft.diagramIds ?? []) as string[]), ...diagramsOf(task)])];
    writer.save('draft', { ...draft, diagramIds, ...updatedBy(call) });
    writer.settle();
    return { draftTask };
  },
  [getDraftTask.id]: (call) => {
    const id = call.parameters.draftTaskId ?? '';
    const draftTask = call.services.store.records.get('draftTask', id);
    if (draftTask?.draftId !== draftOf(call).id) throw notFound(`The draft task ${id}`);
    return { draftTask };
  },
};

/** Diagrams that a task is about. */
function diagramsOf(task: DraftTaskInput): string[] {
  const { verb, kind } = readTaskType(task.type);
  if (kind === 'diagram' || kind === 'diagramContent') return [task.entityId];
  if (kind !== 'flow' || verb !== 'create') return [];
  return linksOf('flow', task.props as Record<string, unknown>).flatMap((link) =>
    link.field === 'diagramId' ? [link.id] : [],
  );
}

/** A task stands on records of the version, or on those that earlier tasks of the same draft make. */
function checkTask(call: Call, task: DraftTaskInput, draft: Doc): void {
  const { records } = call.services.store;
  const { kind, verb } = readTaskType(task.type);
  const versionId = call.version?.id ?? '';
  const earlier = records.ofOwner('draftTask', draft.id).map(taskOf);
  const planned = new Set(
    earlier.filter((it) => readTaskType(it.type).verb === 'create').map((it) => it.entityId),
  );
  const isThere = (id: string, of: typeof kind) =>
    planned.has(id) || records.get(of, id)?.versionId === versionId;
  if (verb === 'create' && isThere(task.entityId, kind)) {
    throw conflict(`The id ${task.entityId} is taken.`, 'id-taken');
  }
  const problems: string[] = [];
  if (verb !== 'create' && !isThere(task.entityId, kind)) {
    problems.push(`task.entityId: there is no ${nounOf(kind)} ${task.entityId} in this version or draft`);
  }
  if (task.commentId !== undefined && !isThere(task.commentId, 'comment')) {
    problems.push(`task.commentId: there is no comment ${task.commentId} in this version or draft`);
  }
  if (verb === 'create' && kind !== 'commentReply') {
    const scope = { records, versionId, organizationId: call.key.organizationId, planned };
    const props = { ...(task.props as object), id: task.entityId };
    const kinds = kind === 'diagram' ? (['diagram', 'diagramContent'] as const) : [kind];
    problems.push(
      ...kinds.flatMap((it) => danglingReferences(it, props, scope)).map((it) => `task.props.${it}`),
    );
  }
  if (problems.length > 0) throw invalid(problems);
}
