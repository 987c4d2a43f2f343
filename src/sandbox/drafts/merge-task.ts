import { FAMILIES } from '../../contract/families.js';
import type { Operation } from '../../contract/operation.js';
import {
  deleteCommentReply,
  updateCommentReply,
  upsertCommentReply,
} from '../../contract/resources/comment-reply.js';
import type { Task, TaskVerb } from '../../contract/rules/draft-task.js';
import type { Call } from '../call.js';
import { Refusal } from '../refusal.js';

/** API names of task verbs. An upsert creates a record with the id that the draft assigned. */
const OPERATION: Readonly<Record<TaskVerb, 'upsert' | 'update' | 'delete'>> = {
  create: 'upsert',
  update: 'update',
  delete: 'delete',
};

const REPLIES = { upsert: upsertCommentReply, update: updateCommentReply, delete: deleteCommentReply };

/**
 * Applies one task of a draft like the corresponding request: with the same checks, cascades, logs and events.
 *
 * @returns problems, each `path: problem`.
 */
export function applyTask(call: Call, task: Task): string[] {
  const { operation, parameters } = requestOf(task);
  const registered = call.handlers.get(operation.id);
  if (!registered) throw new TypeError(`The operation ${task.verb} is not defined for ${task.kind}.`);
  const lost = lostComment(call, task);
  if (lost) return [lost];
  try {
    registered.handle({ ...call, parameters: { ...call.parameters, ...parameters }, body: task.props });
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.errors?.map((it) => `props.${it}`) ?? [`props: ${error.message}`];
  }
}

/** Builds the request that corresponds to a task. */
function requestOf({ kind, verb, entityId, commentId = '' }: Task): {
  operation: Operation;
  parameters: Record<string, string>;
} {
  const name = OPERATION[verb];
  if (kind === 'commentReply') {
    return { operation: REPLIES[name], parameters: { commentId, commentReplyId: entityId } };
  }
  const family = FAMILIES.find(
    ({ shape }) => shape.singular === (kind === 'diagramContent' ? 'diagram' : kind),
  );
  if (!family) throw new TypeError(`The operation ${verb} is not defined for ${kind}.`);
  return { operation: family[name], parameters: { [family.shape.param]: entityId } };
}

/** The parent comment of a reply may have been deleted since the task was drafted. */
function lostComment(call: Call, { kind, commentId = '' }: Task): string | undefined {
  if (kind !== 'commentReply') return undefined;
  const comment = call.services.store.records.get('comment', commentId);
  if (comment?.versionId === call.version?.id) return undefined;
  return `commentId: the comment ${commentId} no longer exists`;
}
