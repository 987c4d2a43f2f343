import { usageError } from '../../../base/errors.js';
import { flag } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import type { Model } from '../../../model/document/element.js';
import { planChanges } from '../../../model/plan/plan.js';
import type { Plan, Prune } from '../../../model/plan/plan-types.js';
import { LiveReader } from './live.js';

export const PRUNE = {
  prune: flag('Delete what this namespace has and the document lacks'),
  pruneAll: flag('Delete everything that the document lacks, whosever it is'),
};

export const pruneOf = ({
  prune,
  pruneAll,
}: {
  prune?: boolean | undefined;
  pruneAll?: boolean | undefined;
}): Prune => (pruneAll ? 'all' : prune ? 'namespace' : 'none');

/** A plan for the landscape as it is now. Errors: `usage` where something stands against it; those of the client. */
export async function planNow(context: Context, model: Model, prune: Prune): Promise<Plan> {
  const plan = await planChanges(model, await new LiveReader(context).read(), { prune });
  const [first, ...others] = plan.problems;
  if (first === undefined) return plan;
  throw usageError(others.length === 0 ? first : `${plan.problems.length} things stand against a plan.`, {
    ...(others.length > 0 && { details: plan.problems }),
  });
}
