import { mapConcurrently } from '../../base/concurrency.js';
import { ArchctlError, usageError } from '../../base/errors.js';
import { tasksOf } from '../../client/jobs/draft-tasks.js';
import type { ReadClient } from '../../client/read-only.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { RecordOf } from '../../contract/records.js';
import { type Draft, drafts } from '../../contract/resources/draft.js';
import { getDraftTask } from '../../contract/resources/draft-task.js';
import { type Task, taskOf } from '../../contract/rules/drafts/draft-task.js';
import type { LiveLandscape } from './landscape.js';
import type { VersionPath } from './read-landscape.js';
import { withDraft } from './with-draft.js';

/** Drafts of a landscape: resolving them by name or id, and applying their tasks to the live version. */

export type DraftClient = Pick<ReadClient, 'call' | 'pages'>;

/** Number of draft tasks read concurrently. */
const TASKS_AT_ONCE = 8;

/** Reads the tasks of a draft, oldest first: one request per task, plus the pages of the log that lists them. */
export async function readTasks(client: DraftClient, path: VersionPath, draftId: string): Promise<Task[]> {
  const tasks = await tasksOf(client, path.landscapeId, draftId);
  return mapConcurrently(tasks, TASKS_AT_ONCE, async ({ id }) => {
    const { draftTask } = await client.call(getDraftTask, { path: { ...path, draftId, draftTaskId: id } });
    return taskOf(draftTask as RecordOf<'draftTask'>);
  });
}

/**
 * The open draft with an id or a name; undefined for an unknown name. Errors: `usage` for one that is merged or
 * archived, and if several open drafts share the name.
 */
export async function openDraftOf(
  client: DraftClient,
  path: VersionPath,
  typed: string,
): Promise<Draft | undefined> {
  const found: Draft[] = [];
  for await (const draft of client.pages(drafts.list, { path: { ...path } }, { maxBytes: MAX_LIST_BYTES }))
    if (draft.id === typed || draft.name === typed) found.push(draft);
  const byId = found.find(({ id }) => id === typed);
  const open = byId ? [byId] : found.filter(({ status }) => status === 'in-progress');
  const [first = found[0], ...others] = open;
  if (others.length > 0)
    throw usageError(`${open.length} drafts have the name ${typed}.`, {
      details: open.map(({ id, createdAt }) => `${id}, created ${createdAt}`),
      hint: 'Use the id of the draft.',
    });
  if (first && first.status !== 'in-progress')
    throw usageError(`The draft ${first.name} is ${first.status} and cannot be changed.`, {
      hint: 'Use another name to create a new draft.',
    });
  return first;
}

/**
 * Reads a landscape as the draft that receives the changes shows it so far, if the draft exists. Errors: those of
 * `openDraftOf`; `not-found` for an unknown id; client errors.
 */
export async function withDraftNamed(
  client: DraftClient,
  path: VersionPath,
  typed: string,
  reading: Promise<LiveLandscape>,
): Promise<LiveLandscape> {
  const [live, draft] = await Promise.all([reading, openDraftOf(client, path, typed)]);
  if (!draft && looksLikeId(typed))
    throw new ArchctlError('not-found', `There is no draft ${typed}.`, {
      hint: 'List the drafts with `drafts.list`.',
    });
  if (!draft) return { ...live, draft: { name: typed, tasks: [] } };
  const tasks = await readTasks(client, path, draft.id);
  return { ...withDraft(live, tasks), draft: { id: draft.id, name: draft.name, tasks } };
}

/** Ids are recognized by their form, which is an unlikely name for a draft. */
const looksLikeId = (typed: string): boolean => /^(?=.*\d)(?=.*[A-Z])[A-Za-z0-9]{20}$/.test(typed);
