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
 * Merges a draft: applies its tasks to the live version, in order and atomically (docs/service.md#draft). Writes one
 * log entry, with a child for each changed record. `errors` lists the conflicts with their tasks.
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
  // Steps share the writer; only the merge settles it, so a step merely refreshes derived fields.
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
  // The task's commit is not a precondition: conflicts are detected per field.
  const { commit: _commit, ...props } = task.props;
  return { id: doc.id, ...task, props };
}

/** Applies all steps, skipping those that fail, and returns every conflict. */
function play(call: Call, steps: readonly Step[]): string[] {
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
    const found = [...presence(step, now, base), ...stale.map((it) => `snapshot.${it}`)];
    // An earlier task's cascade has already deleted the record.
    const done = step.verb === 'delete' && found.length === 0 && !now;
    if (found.length === 0 && !done) found.push(...applyTask(call, step));
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
function presence({ kind, verb, entityId }: Step, now: Doc | undefined, before: Doc | undefined): string[] {
  if (verb === 'create') return now ? [`entityId: the ${nounOf(kind)} ${entityId} now exists`] : [];
  if (now || (verb === 'delete' && before)) return [];
  return [`entityId: the ${nounOf(kind)} ${entityId} no longer exists`];
}
