import type { SiteStep } from '../../site/types.js';

/**
 * Steps on the chosen paths, in order. The first path of a step counts if none of its paths is chosen.
 * @param chosen Ids of paths.
 */
export function chosenSteps(steps: readonly SiteStep[], chosen: readonly string[]): SiteStep[] {
  const wanted = new Set(chosen);
  const hidden = new Set<string>();
  return steps.filter((step) => {
    const isHidden = step.parent !== undefined && hidden.has(step.parent);
    const paths = step.paths ?? [];
    const taken = isHidden ? undefined : (paths.find(({ id }) => wanted.has(id)) ?? paths[0]);
    for (const { id } of paths) if (id !== taken?.id) hidden.add(id);
    if (isHidden) hidden.add(step.id);
    return !isHidden;
  });
}
