import { push } from '../../../base/grouped.js';
import type { NotedPath, NotedStep } from '../../../documents/flow-notation/index.js';
import type { FlowScene } from './scene.js';

/** Finds the existing steps that the steps of an edited notation continue. */

interface FlatStep {
  step: NotedStep;
  /** Content of the steps and paths around it. */
  place: string;
}

/** Keys of steps, compared in this order: unchanged, moved, with another text, with other ends. */
const ROUNDS: readonly ((it: FlatStep, scene: FlowScene) => string)[] = [
  ({ step, place }, scene) => `${endsKey(step, scene)} ${textKey(step)} ${place}`,
  ({ step }, scene) => `${endsKey(step, scene)} ${textKey(step)}`,
  ({ step, place }, scene) => `${endsKey(step, scene)} ${place}`,
  ({ step, place }) => `${step.type} ${textKey(step)} ${place}`,
];

/** Existing step by new step; each existing step is used once. */
export function matchSteps(
  steps: readonly NotedStep[],
  before: readonly NotedStep[],
  scene: FlowScene,
): Map<NotedStep, NotedStep> {
  const matches = new Map<NotedStep, NotedStep>();
  let [unmatched, free] = [flatten(steps, '', scene), flatten(before, '', scene)];
  for (const keyOf of ROUNDS) {
    const byKey = new Map<string, NotedStep[]>();
    for (const it of free) push(byKey, keyOf(it, scene), it.step);
    for (const it of unmatched) {
      const found = byKey.get(keyOf(it, scene))?.shift();
      if (found) matches.set(it.step, found);
    }
    const used = new Set(matches.values());
    unmatched = unmatched.filter(({ step }) => !matches.has(step));
    free = free.filter(({ step }) => !used.has(step));
  }
  return matches;
}

/** Existing path by new path of a step: the one with the same name, otherwise the one at the same position. */
export function matchPaths(
  paths: readonly NotedPath[],
  before: readonly NotedPath[],
): Map<NotedPath, NotedPath> {
  const matches = new Map<NotedPath, NotedPath>();
  const free = new Set(before);
  const take = (path: NotedPath, found: NotedPath | undefined): void => {
    if (found && !matches.has(path) && free.delete(found)) matches.set(path, found);
  };
  for (const path of paths)
    take(
      path,
      [...free].find(({ name }) => name === path.name),
    );
  for (const [at, path] of paths.entries()) take(path, before[at]);
  return matches;
}

function flatten(steps: readonly NotedStep[], place: string, scene: FlowScene): FlatStep[] {
  return steps.flatMap((step) => {
    const here = `${place}/${endsKey(step, scene)} ${textKey(step)}`;
    return [
      { step, place },
      ...flatten(step.inner, here, scene),
      ...step.paths.flatMap((path) => flatten(path.steps, `${here}/${JSON.stringify(path.name)}`, scene)),
    ];
  });
}

const textKey = ({ text, details = '' }: NotedStep): string => JSON.stringify([text, details]);

/** Type and ends, as records: a name in another case, a path and an id are the same end. */
export function endsKey({ type, origin, target, via, flow }: NotedStep, scene: FlowScene): string {
  const end = (word: string | undefined): string | null => {
    const found = word === undefined ? undefined : scene.find(word);
    return found?.kind === 'one' ? found.id : (word ?? null);
  };
  const other = flow === undefined ? undefined : scene.findFlow(flow);
  return JSON.stringify([type, end(origin), end(target), end(via), other?.kind === 'one' ? other.id : flow]);
}
