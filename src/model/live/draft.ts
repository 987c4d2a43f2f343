import { mapConcurrently } from '../../base/concurrency.js';
import { ArchctlError, usageError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';
import { tasksOf } from '../../client/jobs/draft-tasks.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { RecordOf } from '../../contract/records.js';
import { type Draft, drafts } from '../../contract/resources/draft.js';
import { getDraftTask } from '../../contract/resources/draft-task.js';
import { type Task, taskOf } from '../../contract/rules/draft-task.js';
import type { LiveLandscape } from './landscape.js';
import type { VersionPath } from './read-landscape.js';
import { withDraft } from './with-draft.js';

/** A draft of the landscape, as models see it: by name, and what it makes of the live version. */

export type AsksDrafts = Pick<Client, 'call' | 'pages'>;

/** Tasks of a draft that are read at a time. */
const TASKS_AT_ONCE = 8;

/** The tasks of a draft, oldest first. One request for each, and those of the log that tells of them. */
export async function readTasks(client: AsksDrafts, path: VersionPath, draftId: string): Promise<Task[]> {
  const told = await tasksOf(client, path.landscapeId, draftId);
  return mapConcurrently(told, TASKS_AT_ONCE, async ({ id }) => {
    const { draftTask } = await client.call(getDraftTask, { path: { ...path, draftId, draftTaskId: id } });
    return taskOf(draftTask as RecordOf<'draftTask'>);
  });
}

/**
 * The draft of an id or a name that takes changes; undefined where there is none of the name.
 * Errors: `usage` for one that is merged or archived, and where several of the name are open.
 */
export async function openDraftOf(
  client: AsksDrafts,
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
    throw usageError(`${open.length} drafts are called ${typed}.`, {
      details: open.map(({ id, createdAt }) => `${id}, created ${createdAt}`),
      hint: 'Give the id of the one that is meant.',
    });
  if (first && first.status !== 'in-progress')
    throw usageError(`The draft ${first.name} is ${first.status}, and takes no changes any more.`, {
      hint: 'Give another name: a new draft is made of it.',
    });
  return first;
}

/**
 * A landscape with what is to go into a draft: as that draft makes it so far, where it is there already.
 * Errors: as `openDraftOf`; `not-found` for an id of nothing; those of the client.
 */
export async function withDraftNamed(
  client: AsksDrafts,
  path: VersionPath,
  typed: string,
  reading: Promise<LiveLandscape>,
): Promise<LiveLandscape> {
  const [live, draft] = await Promise.all([reading, openDraftOf(client, path, typed)]);
  if (!draft && looksLikeId(typed))
    throw new ArchctlError('not-found', `There is no draft ${typed}.`, {
      hint: '"archctl draft list" shows those there are.',
    });
  if (!draft) return { ...live, draft: { name: typed, tasks: [] } };
  const tasks = await readTasks(client, path, draft.id);
  return { ...withDraft(live, tasks), draft: { id: draft.id, name: draft.name, tasks } };
}

/** Nobody means to call a new draft so. */
const looksLikeId = (typed: string): boolean => /^(?=.*\d)(?=.*[A-Z])[A-Za-z0-9]{20}$/.test(typed);
