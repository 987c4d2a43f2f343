import type { Client } from '../../client/client.js';
import { drafts } from '../../contract/resources/draft.js';
import { upsertDraftTask } from '../../contract/resources/draft-task.js';
import type { VersionPath } from '../live/read-landscape.js';
import type { DraftOfPlan, Step } from '../plan/plan-types.js';
import { createOnce } from './retry.js';

type Writes = Pick<Client, 'perform' | 'clock'>;

/**
 * Adds steps to a draft, each as a task with its own id, so that repeating a request has no further effect. The first
 * step creates a new draft. Errors: those of the client, such as `refused` if the draft has been merged in the
 * meantime.
 */
export function draftStepRunner(client: Writes, path: VersionPath, draft: DraftOfPlan) {
  const at = { ...path, draftId: draft.id };
  let isThere = !draft.isNew;
  return async ({ taskId = '', body }: Step): Promise<void> => {
    if (!isThere) {
      const made = { name: draft.name, status: 'in-progress' };
      await createOnce(client, () => client.perform(drafts.upsert, { path: at, body: made }));
      isThere = true;
    }
    const input = { path: { ...at, draftTaskId: taskId }, body: { ...body } };
    await createOnce(client, () => client.perform(upsertDraftTask, input));
  };
}
