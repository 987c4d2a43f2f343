import { canonicalJson } from '../../base/canonical-json.js';
import type { Plan, Step } from './plan-types.js';

/**
 * Steps of a new plan that an earlier plan did not contain; empty if the new plan is a subset. Fields that already
 * match need no step, and do not count.
 */
export function stepsBeyond(before: Plan, now: Plan): Step[] {
  const planned = new Map(before.steps.map((step) => [keyOf(step), step]));
  return now.steps.filter((step) => {
    const known = planned.get(keyOf(step));
    return known === undefined || !isPartOf(step, known);
  });
}

const keyOf = ({ operation, does, kind, id }: Step): string => JSON.stringify([operation, does, kind, id]);

/** Whether a step is a subset of another; fields that already match may be missing. */
function isPartOf(step: Step, known: Step): boolean {
  const fields = new Set(known.fields.map((it) => canonicalJson(it)));
  const along = new Set((known.goesAlong ?? []).map(({ kind, id }) => `${kind} ${id}`));
  return (
    step.fields.every((it) => fields.has(canonicalJson(it))) &&
    (step.goesAlong ?? []).every(({ kind, id }) => along.has(`${kind} ${id}`))
  );
}
