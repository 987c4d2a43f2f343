import type { SiteStep } from './types.js';

/** Types of steps without a number: notes around the flow. */
const NOTES: ReadonlySet<string> = new Set(['introduction', 'information', 'conclusion']);

/**
 * Numbers the steps in reading order: steps of a path follow the step that declares the path. Notes and steps with paths
 * have no number. Steps in a cycle of parents are appended without a number.
 */
export function numberedSteps(steps: readonly SiteStep[]): SiteStep[] {
  const parents = new Set(steps.flatMap((it) => [it.id, ...(it.paths ?? []).map(({ id }) => id)]));
  const parentOf = ({ id, parent }: SiteStep): string =>
    parent !== undefined && parent !== id && parents.has(parent) ? parent : '';
  const children = new Map<string, SiteStep[]>();
  for (const step of steps) children.set(parentOf(step), [...(children.get(parentOf(step)) ?? []), step]);
  const ordered: SiteStep[] = [];
  const seen = new Set<SiteStep>();
  const stack = (children.get('') ?? []).toReversed();
  let number = 0;
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (seen.has(step)) continue;
    seen.add(step);
    const paths = step.paths ?? [];
    const isNumbered = !NOTES.has(step.type) && paths.length === 0;
    if (isNumbered) number += 1;
    ordered.push(isNumbered ? { ...step, number } : step);
    const inside = [step.id, ...paths.map(({ id }) => id)].flatMap((id) => children.get(id) ?? []);
    stack.push(...inside.toReversed());
  }
  return [...ordered, ...steps.filter((it) => !seen.has(it))];
}
