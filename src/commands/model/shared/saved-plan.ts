import { ArchctlError, usageError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import { ordered } from '../../../contract/rules/content.js';
import type { Plan } from '../../../model/plan/plan-types.js';
import { stepsBeyond } from '../../../model/plan/still-holds.js';
import { hashOf } from './document.js';
import type { SavedPlan } from './plan-shape.js';
import { readSources, STDIN } from './sources.js';

/**
 * Whether a plan that was kept may be carried out: `now` is the same document planned anew.
 * @throws ArchctlError `usage` for one that was carried out, is for another landscape, was changed by hand, or whose
 *   document has changed; `refused` where the landscape has changed in what it is about.
 */
export async function checkSaved(context: Context, saved: SavedPlan, now: Plan): Promise<void> {
  const { plan, appliedAt } = saved;
  const hint = 'Plan again.';
  if (appliedAt !== undefined)
    throw usageError(`The plan was applied at ${appliedAt}; a plan is applied once.`, { hint });
  if (plan.landscape.id !== now.landscape.id)
    throw usageError(
      `The plan is for the landscape "${plan.landscape.name}", not for "${now.landscape.name}".`,
      { hint: `Give --landscape ${plan.landscape.id}, or plan again.` },
    );
  if (plan.wanted !== now.wanted || (plan.live === now.live && !isSame(plan, now)))
    throw usageError('The plan is not what this archctl made of the document in it.', { hint });
  for (const { path, sha256 } of saved.sources) {
    if (path === STDIN) continue;
    const text = await textAt(context, path);
    if (text !== undefined && hashOf(text) !== sha256)
      throw usageError(`${path} has changed since the plan was made.`, { hint });
  }
  const beyond = plan.live === now.live ? [] : stepsBeyond(plan, now);
  if (beyond.length === 0) return;
  throw new ArchctlError('refused', 'The landscape has changed since the plan was made.', {
    details: beyond.slice(0, 20).map(({ does, kind, id }) => `${does.replace('-', ' ')} ${kind} ${id}`),
    hint: `${hint} What it would have to do besides is told above.`,
  });
}

/** Whether two plans have the same steps. Imports, and thus the cost, depend on the key and on the quota that is left. */
const isSame = (plan: Plan, now: Plan): boolean => stepsIn(plan) === stepsIn(now);

const stepsIn = ({
  landscape: _,
  imports: __,
  cost: ___,
  document: ____,
  ...plan
}: Plan & { document?: unknown }) => ordered(plan);

/** The file as it is now; undefined where it is not here, as on a machine that got nothing but the plan. */
async function textAt(context: Context, path: string): Promise<string | undefined> {
  try {
    const [file] = await readSources(context, [path]);
    return file?.text;
  } catch {
    return undefined;
  }
}
