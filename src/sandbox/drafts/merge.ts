import type { Doc } from '../../contract/doc.js';
import { FAMILIES } from '../../contract/families.js';
import type { Operation } from '../../contract/operation.js';
import type { RecordOf } from '../../contract/records.js';
import {
  deleteCommentReply,
  updateCommentReply,
  upsertCommentReply,
} from '../../contract/resources/comment-reply.js';
import type { mergeDraft } from '../../contract/resources/draft.js';
import { staleFields } from '../../contract/rules/drafts/draft-conflicts.js';
import { type Task, type TaskVerb, taskOf } from '../../contract/rules/drafts/draft-task.js';
import { nounOf } from '../../contract/rules/references.js';
import type { Call } from '../call.js';
import { bumped } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { Refusal } from '../refusal.js';
import { liveState } from './live-state.js';
import { openDraft } from './open-draft.js';

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
function applyTask(call: Call, task: Task): string[] {
  const { operation, parameters } = requestOf(task);
  const registered = call.handlers.get(operation.id);
  if (!registered) throw new TypeError(`The operation ${task.verb} is not defined for ${task.kind}.`);
  const lost = missingComment(call, task);
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
  if (!family || !('upsert' in family))
    throw new TypeError(`The operation ${verb} is not defined for ${kind}.`);
  return { operation: family[name], parameters: { [family.shape.param]: entityId } };
}

/** The parent comment of a reply may have been deleted since the task was drafted. */
function missingComment(call: Call, { kind, commentId = '' }: Task): string | undefined {
  if (kind !== 'commentReply') return undefined;
  const comment = call.services.store.records.get('comment', commentId);
  if (comment?.versionId === call.version?.id) return undefined;
  return `commentId: the comment ${commentId} no longer exists`;
}

/** A task with the id of its record. */
interface Step extends Task {
  id: string;
}

/**
 * Merges a draft: applies its tasks to the live version, in order and atomically (docs/service.md#draft). Writes one
 * log entry, with a child for each changed record. `errors` lists the conflicts with their tasks.
 */
export function merge(call: Call<typeof mergeDraft>) {
  const { records } = call.services.store;
  const draft = openDraft(call);
  const writer = recordWriter(call);
  writer.captureChangedLists();
  writer.logs.write({
    type: 'draft-merge',
    id: draft.id,
    context: { name: draft.name },
    importance: 'high',
    landscapeId: call.landscape?.id,
  });
  // Steps share the writer; only the merge settles it, so a step merely refreshes derived fields.
  const part: Call = { ...call, query: {}, writer: { ...writer, finish: writer.refresh } };
  const conflicts = applySteps(part, records.ofOwner('draftTask', draft.id).map(stepOf));
  if (conflicts.length > 0) {
    const message = `The draft cannot be merged: ${conflicts[0]}`;
    throw new Refusal('conflict', message, { code: 'draft-conflict', errors: conflicts });
  }
  const { now, key } = call;
  const merged = { status: 'merged', mergedAt: now, mergedBy: key.actor.by, mergedById: key.actor.id };
  writer.save('draft', { ...bumped(call, draft), ...merged });
  writer.finish();
  return { draft: records.get('draft', draft.id) };
}

function stepOf(doc: RecordOf<'draftTask'>): Step {
  const task = taskOf(doc);
  // The task's commit is not a precondition: conflicts are detected per field.
  const { commit: _commit, ...props } = task.props;
  return { id: doc.id, ...task, props };
}

/** Applies all steps, skipping those that fail, and returns every conflict. */
function applySteps(call: Call, steps: readonly Step[]): string[] {
  const { records } = call.services.store;
  const versionId = call.version?.id ?? '';
  // State that the tasks were drafted against: the live version before the first task.
  const before = new Map(steps.map((it) => [entityOf(it), liveState(records, it, versionId)]));
  const settled = new Map<string, Set<string>>();
  const failed = new Set<string>();
  const conflicts: string[] = [];
  for (const step of steps) {
    const entity = entityOf(step);
    // Reports one conflict per record; steps that depend on it cannot be checked.
    if (failed.has(step.entityId) || (step.commentId !== undefined && failed.has(step.commentId))) continue;
    const now = liveState(records, step, versionId);
    const base = before.get(entity);
    const stale = now && base ? staleFields(step, base, settled.get(entity) ?? new Set()) : [];
    const found = [...existenceProblems(step, now, base), ...stale.map((it) => `snapshot.${it}`)];
    // An earlier task's cascade has already deleted the record.
    const isAlreadyDeleted = step.verb === 'delete' && found.length === 0 && !now;
    if (found.length === 0 && !isAlreadyDeleted) found.push(...applyTask(call, step));
    settled.set(entity, new Set([...(settled.get(entity) ?? []), ...Object.keys(step.props)]));
    if (found.length > 0) failed.add(step.entityId);
    conflicts.push(...found.map((it) => `tasks.${step.id}.${it}`));
  }
  return conflicts;
}

/** A diagram and its content count as one entity: tasks on either may change the same fields. */
const entityOf = ({ kind, entityId }: Step): string =>
  `${kind === 'diagramContent' ? 'diagram' : kind} ${entityId}`;

/** Checks that the record exists, or for a create that it does not (`invalid-entity`). */
function existenceProblems(
  { kind, verb, entityId }: Step,
  now: Doc | undefined,
  before: Doc | undefined,
): string[] {
  if (verb === 'create') return now ? [`entityId: the ${nounOf(kind)} ${entityId} now exists`] : [];
  if (now || (verb === 'delete' && before)) return [];
  return [`entityId: the ${nounOf(kind)} ${entityId} no longer exists`];
}
