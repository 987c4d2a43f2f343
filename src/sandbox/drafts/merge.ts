import type { Doc } from '../../contract/doc.js';
import type { RecordOf } from '../../contract/records.js';
import type { mergeDraft } from '../../contract/resources/draft.js';
import { staleFields } from '../../contract/rules/draft-conflicts.js';
import { type Task, taskOf } from '../../contract/rules/draft-task.js';
import { nounOf } from '../../contract/rules/references.js';
import type { Call } from '../call.js';
import { bumped } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { Refusal } from '../refusal.js';
import { liveState } from './live-state.js';
import { applyTask } from './merge-task.js';
import { openDraft } from './open-draft.js';

/** A task with the id of its record. */
interface Step extends Task {
  id: string;
}

/**
 * docs/service.md#draft: plays the tasks of a draft on the live version, in their order, all or none. One log,
 * with a child for each record that changed. What stands in the way is told in `errors`, each with its task.
 */
export function merge(call: Call<typeof mergeDraft>) {
  const { records } = call.services.store;
  const draft = openDraft(call);
  const writer = recordWriter(call);
  writer.logs.write({
    type: 'draft-merge',
    id: draft.id,
    context: { name: draft.name, handleId: draft.handleId, versionId: draft.versionId },
    importance: 'high',
    landscapeId: call.landscape?.id,
  });
  // Each step is a call of its own, which shares the writer and leaves the last word to the merge.
  const part: Call = { ...call, query: {}, writer: { ...writer, settle: writer.refresh } };
  const conflicts = play(part, records.ofOwner('draftTask', draft.id).map(stepOf));
  if (conflicts.length > 0) {
    const message = `The draft cannot be merged: ${conflicts[0]}`;
    throw new Refusal('conflict', message, { code: 'draft-conflict', errors: conflicts });
  }
  const { now, key } = call;
  const merged = { status: 'merged', mergedAt: now, mergedBy: key.actor.by, mergedById: key.actor.id };
  writer.save('draft', { ...bumped(call, draft), ...merged });
  writer.settle();
  return { draft: records.get('draft', draft.id) };
}

function stepOf(doc: RecordOf<'draftTask'>): Step {
  const task = taskOf(doc);
  // The commit a task was drafted at says nothing about the fields it changes.
  const { commit: _commit, ...props } = task.props;
  return { id: doc.id, ...task, props };
}

/** Plays steps until the end, past those that fail, so that all conflicts are told at once. */
function play(call: Call, steps: readonly Step[]): string[] {
  const { records } = call.services.store;
  const versionId = call.version?.id ?? '';
  // What the tasks were drafted on: the live version before any of them.
  const before = new Map(steps.map((it) => [entityOf(it), liveState(records, it, versionId)]));
  const settled = new Map<string, Set<string>>();
  const failed = new Set<string>();
  const conflicts: string[] = [];
  for (const step of steps) {
    const entity = entityOf(step);
    // One conflict of a record is enough; what builds on it cannot be judged.
    if (failed.has(step.entityId) || (step.commentId !== undefined && failed.has(step.commentId))) continue;
    const now = liveState(records, step, versionId);
    const base = before.get(entity);
    const stale = now && base ? staleFields(step, base, settled.get(entity) ?? new Set()) : [];
    const found = [...presence(step, now, base), ...stale.map((it) => `snapshot.${it}`)];
    // A record that an earlier task took along is gone, as this one wants it.
    const done = step.verb === 'delete' && found.length === 0 && !now;
    if (found.length === 0 && !done) found.push(...applyTask(call, step));
    settled.set(entity, new Set([...(settled.get(entity) ?? []), ...Object.keys(step.props)]));
    if (found.length > 0) failed.add(step.entityId);
    conflicts.push(...found.map((it) => `tasks.${step.id}.${it}`));
  }
  return conflicts;
}

/** A diagram and its content are one: tasks on either may change the same fields. */
const entityOf = ({ kind, entityId }: Step): string =>
  `${kind === 'diagramContent' ? 'diagram' : kind} ${entityId}`;

/** Whether the record is there where it must be, and is not where it must not be (`invalid-entity`). */
function presence({ kind, verb, entityId }: Step, now: Doc | undefined, before: Doc | undefined): string[] {
  if (verb === 'create') return now ? [`entityId: the ${nounOf(kind)} ${entityId} is there by now`] : [];
  if (now || (verb === 'delete' && before)) return [];
  return [`entityId: the ${nounOf(kind)} ${entityId} is not there any more`];
}
