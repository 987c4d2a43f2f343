import { ordered } from '../../contract/rules/content.js';
import type { Plan, Step } from './plan-types.js';

/**
 * What a plan made now does that one made before did not say; empty where all that is left of it is as it said. What is
 * as wanted by now needs no step, and is no difference.
 */
export function stepsBeyond(before: Plan, now: Plan): Step[] {
  const told = new Map(before.steps.map((step) => [keyOf(step), step]));
  return now.steps.filter((step) => {
    const known = told.get(keyOf(step));
    return known === undefined || !isPartOf(step, known);
  });
}

const keyOf = ({ operation, does, kind, id }: Step): string => JSON.stringify([operation, does, kind, id]);

/** Whether a step says nothing but what another said; a field that is as wanted by now may be missing. */
function isPartOf(step: Step, known: Step): boolean {
  const fields = new Set(known.fields.map((it) => ordered(it)));
  const along = new Set((known.goesAlong ?? []).map(({ kind, id }) => `${kind} ${id}`));
  return (
    step.fields.every((it) => fields.has(ordered(it))) &&
    (step.goesAlong ?? []).every(({ kind, id }) => along.has(`${kind} ${id}`))
  );
}
