import { ArchctlError, usageError } from '../../base/errors.js';
import { canonicalJson } from '../../base/json/canonical-json.js';
import type { Plan, Step } from './plan-types.js';

/** Checks that a plan has no problems. Errors: `usage`. */
export function refuseProblems(problems: readonly string[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  if (others.length === 0) throw usageError(first);
  throw usageError(`The plan has ${problems.length} problems.`, { details: problems });
}

/**
 * Checks that a plan can still be applied. @param now A new plan for the same document. Errors: `usage` for a plan that
 * was edited; `refused` if the landscape has changed in relevant parts.
 */
export function refuseOutdated(plan: Plan, now: Plan): void {
  const hint = 'Make a new plan with `planModel`.';
  if (plan.wanted !== now.wanted || (plan.live === now.live && stepsIn(plan) !== stepsIn(now)))
    throw usageError(
      'The plan does not match the document in it: it was edited, or made by another version of archctl.',
      { hint },
    );
  const beyond = plan.live === now.live ? [] : additionalSteps(plan, now);
  if (beyond.length === 0) return;
  throw new ArchctlError('refused', 'The landscape has changed since the plan was made.', {
    details: beyond.slice(0, 20).map(({ does, kind, id }) => `${does.replace('-', ' ')} ${kind} ${id}`),
    hint: `${hint} Additional changes are listed above.`,
  });
}

/** Content of a plan as text. Imports and cost are left out, because they depend on the key and the remaining quota. */
const stepsIn = ({
  landscape: _,
  imports: __,
  cost: ___,
  document: ____,
  ...plan
}: Plan & { document?: unknown }) => canonicalJson(plan);

/**
 * Steps of a new plan that an earlier plan did not contain; empty if the new plan is a subset. Fields that already
 * match need no step, and do not count.
 */
export function additionalSteps(before: Plan, now: Plan): Step[] {
  const planned = new Map(before.steps.map((step) => [keyOf(step), step]));
  return now.steps.filter((step) => {
    const known = planned.get(keyOf(step));
    return known === undefined || !isSubset(step, known);
  });
}

const keyOf = ({ operation, does, kind, id }: Step): string => JSON.stringify([operation, does, kind, id]);

/** Whether a step is a subset of another; fields that already match may be missing. */
function isSubset(step: Step, known: Step): boolean {
  const fields = new Set(known.fields.map((it) => canonicalJson(it)));
  const along = new Set((known.goesAlong ?? []).map(({ kind, id }) => `${kind} ${id}`));
  return (
    step.fields.every((it) => fields.has(canonicalJson(it))) &&
    (step.goesAlong ?? []).every(({ kind, id }) => along.has(`${kind} ${id}`))
  );
}
