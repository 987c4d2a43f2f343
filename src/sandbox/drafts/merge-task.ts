import { FAMILIES } from '../../contract/families.js';
import type { Task, TaskVerb } from '../../contract/rules/draft-task.js';
import type { Call } from '../call.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { Refusal } from '../refusal.js';

/** What the API calls the verbs of tasks; a put makes a record under the id that the draft gave it. */
const OPERATION: Readonly<Record<TaskVerb, 'upsert' | 'update' | 'delete'>> = {
  create: 'upsert',
  update: 'update',
  delete: 'delete',
};

/**
 * Plays one task of a draft, as the request of its kind would: with the same checks, cascades, logs and events.
 * @returns what stands in the way, each `path: problem`.
 */
export function applyTask(call: Call, task: Task): string[] {
  if (task.kind === 'commentReply') return applyReply(call, task);
  const kind = task.kind === 'diagramContent' ? 'diagram' : task.kind;
  const family = FAMILIES.find(({ shape }) => shape.singular === kind);
  const registered = family && call.handlers.get(family[OPERATION[task.verb]].id);
  if (!registered) throw new TypeError(`There is no ${task.verb} of ${task.kind}.`);
  const parameters = { ...call.parameters, [family.shape.param]: task.entityId };
  try {
    registered.handle({ ...call, parameters, body: task.props });
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.errors?.map((it) => `props.${it}`) ?? [`props: ${error.message}`];
  }
}

/** Replies have no operations of their own here; they are kept for their comment, which counts them. */
function applyReply(call: Call, { verb, entityId, commentId, props }: Task): string[] {
  const { records } = call.services.store;
  const writer = recordWriter(call);
  const comment = records.get('comment', commentId ?? '');
  if (comment === undefined || comment.versionId !== call.version?.id) {
    return [`commentId: the comment ${commentId} is not there any more`];
  }
  const before = records.get('commentReply', entityId);
  if (verb === 'create') {
    const { landscapeId, versionId } = comment;
    const made = { id: entityId, landscapeId, versionId, commentId, mentionedUserIds: [], ...props };
    writer.create('commentReply', { ...made, ...createdBy(call) }, props);
  } else if (before && verb === 'update') {
    writer.update('commentReply', before, { ...before, ...props, ...updatedBy(call) }, props);
  } else if (before) writer.remove('commentReply', before);
  writer.settle();
  return [];
}
