import { usageError } from '../../../../base/errors.js';
import type { Context } from '../../../../cli/command/spec.js';
import { refuseOutdated } from '../../../../model/plan/check-plan.js';
import type { Plan } from '../../../../model/plan/plan-types.js';
import { hashOf } from '../document.js';
import { explicitLandscape } from '../landscape-target.js';
import { readSources, STDIN } from '../sources.js';
import type { SavedPlan } from './plan-shape.js';

/**
 * Makes the landscape of a saved plan the landscape of the context. Defaults are not used. Errors: `usage` if --landscape
 * is another one; `not-found`.
 */
export async function bindToPlan(context: Context, { plan: { landscape } }: SavedPlan): Promise<void> {
  const chosen = await explicitLandscape(context);
  if (chosen !== undefined && chosen.id !== landscape.id)
    throw usageError(`The plan is for the landscape "${landscape.name}", not for "${chosen.name}".`, {
      hint: 'Leave out --landscape, or make a new plan.',
    });
  context.bindScope('landscape', landscape.id);
}

/**
 * Checks that a saved plan can still be applied. `now` is a new plan for the same document.
 *
 * @throws ArchctlError `usage` if the plan was already applied or was edited, or if its document has changed; `refused` if the landscape has changed in relevant parts.
 */
export async function checkSaved(context: Context, saved: SavedPlan, now: Plan): Promise<void> {
  const { plan, appliedAt } = saved;
  const hint = 'Make a new plan with "archctl model plan FILE --out plan.json".';
  if (appliedAt !== undefined)
    throw usageError(`The plan was already applied at ${appliedAt}; a plan can be applied once.`, { hint });
  for (const { path, sha256 } of saved.sources) {
    if (path === STDIN) continue;
    const text = await textAt(context, path);
    if (text !== undefined && hashOf(text) !== sha256)
      throw usageError(`${path} has changed since the plan was made.`, { hint });
  }
  refuseOutdated(plan, now);
}

/** Current text of the file; undefined if it does not exist, as on a machine that received only the plan. */
async function textAt(context: Context, path: string): Promise<string | undefined> {
  try {
    const [file] = await readSources(context, [path]);
    return file?.text;
  } catch {
    return undefined;
  }
}
