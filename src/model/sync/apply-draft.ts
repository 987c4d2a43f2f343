import type { Client } from '../../client/client.js';
import { drafts } from '../../contract/resources/draft.js';
import { upsertDraftTask } from '../../contract/resources/draft-task.js';
import type { VersionPath } from '../live/read-landscape.js';
import type { DraftOfPlan, Step } from '../plan/plan-types.js';
import { madeOnce } from './repeated.js';

type Writes = Pick<Client, 'perform' | 'clock'>;

/**
 * Puts steps into a draft, each as a task under an id of its own: sent twice, it is there once. A new draft is made with
 * the first. Errors: those of the client, such as `refused` where the draft was merged meanwhile.
 */
export function draftSteps(client: Writes, path: VersionPath, draft: DraftOfPlan) {
  const at = { ...path, draftId: draft.id };
  let isThere = !draft.isNew;
  return async ({ taskId = '', body }: Step): Promise<void> => {
    if (!isThere) {
      const made = { name: draft.name, status: 'in-progress' };
      await madeOnce(client, () => client.perform(drafts.upsert, { path: at, body: made }));
      isThere = true;
    }
    const input = { path: { ...at, draftTaskId: taskId }, body: { ...body } };
    await madeOnce(client, () => client.perform(upsertDraftTask, input));
  };
}
