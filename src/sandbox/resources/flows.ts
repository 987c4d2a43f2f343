import type { Doc } from '../types.js';
import type { Draft, FamilyHooks } from './family.js';

type Step = Record<string, unknown> & { paths?: Record<string, { id: string }> | null };

const NOTHING = {
  originId: null,
  targetId: null,
  viaId: null,
  parentId: null,
  flowId: null,
  type: null,
  paths: null,
};

const stepsOf = (doc: Doc): [string, Step][] => Object.entries((doc.steps ?? {}) as Record<string, Step>);

/** Service document, Resources, Flow. */
export const flowHooks: FamilyHooks = {
  kind: 'flow',
  defaults: (_call, index) => ({
    index,
    pinned: false,
    showAllSteps: false,
    showConnectionNames: true,
    steps: {},
  }),
  // A step says null for what it does not have (known answers, FlowStep).
  complete: ({ doc }) => ({
    ...doc,
    steps: Object.fromEntries(stepsOf(doc).map(([id, step]) => [id, { ...NOTHING, ...step }])),
  }),
  check: (draft) => stepProblems(draft),
};

/** A step stands under its own id; its parent is a step of the flow or a path that one of them opens. */
function stepProblems({ doc }: Draft): string[] {
  const steps = stepsOf(doc);
  const parents = new Set(steps.flatMap(([id, step]) => [id, ...Object.keys(step.paths ?? {})]));
  return steps.flatMap(([id, step]) => [
    ...(step.id === id ? [] : [`steps.${id}.id: must be ${id}, the key it stands under`]),
    ...(step.parentId === null || parents.has(String(step.parentId))
      ? []
      : [`steps.${id}.parentId: there is no step or path ${String(step.parentId)} in this flow`]),
  ]);
}
