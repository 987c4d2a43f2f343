// Finds the saved plan of the approved commit: the head of the request whose merge is the pushed commit.
import { Failure } from '../lib/settings.mjs';

const HINT = 'To make and apply a new plan, run the job with the setting "plan: new".';

export async function findPlan({ host, settings }) {
  if (settings.plan === 'new') {
    host.notice('The setting "plan" is "new", so no saved plan is needed.');
    return;
  }
  const merged = await host.merged();
  if (!merged) throw new Failure(`Commit ${host.commit} is not the merge of a pull or merge request.`, HINT);
  if (!(await host.fetchPlan(merged.head, merged.number)))
    throw new Failure(
      `Commit ${merged.head} of request ${merged.number} has no saved plan; artifacts expire.`,
      HINT,
    );
  host.notice(`Found the plan for commit ${merged.head} of request ${merged.number}.`);
}
