import { grouped } from '../../base/grouped.js';
import type { Flow, FlowStep } from '../../contract/resources/flow.js';
import type { NotedPath, NotedStep } from './types.js';

/** Converts the steps of a flow to the notation. */

/** Names of the objects and flows that steps refer to. */
interface StepNames {
  /** Model object of an end of a step, which may be a drawn object. */
  modelOf(id: string): string;
  /** Text that identifies an object. */
  wordOf(id: string): string;
  /** The same for flows. */
  flowWordOf(id: string): string;
}

/** Steps of a flow in the notation, and the records that they come from. */
interface NotedFlow {
  steps: NotedStep[];
  recordOf: ReadonlyMap<NotedStep, FlowStep>;
  pathIdOf: ReadonlyMap<NotedPath, string>;
}

/** A step without a type is a message. */
const MESSAGE = 'outgoing';

export const byIndex = (a: { index: number }, b: { index: number }): number => a.index - b.index;

/** Step or path that a step belongs to; empty at the top, or if it does not exist. */
function parentsOf(steps: readonly FlowStep[]): (step: FlowStep) => string {
  const owners = new Set(steps.flatMap(({ id, paths }) => [id, ...Object.keys(paths ?? {})]));
  return ({ id, parentId }) => (parentId && parentId !== id && owners.has(parentId) ? parentId : '');
}

/** Converts the steps of a flow to the notation. Each step occurs once, even if its parents form a cycle. */
export function notedSteps(flow: Pick<Flow, 'steps'>, names: StepNames): NotedFlow {
  const sorted = Object.values(flow.steps ?? {}).sort(byIndex);
  const below = grouped(sorted, parentsOf(sorted));
  const seen = new Set<FlowStep>();
  const recordOf = new Map<NotedStep, FlowStep>();
  const pathIdOf = new Map<NotedPath, string>();
  const noted = (records: readonly FlowStep[]): NotedStep[] =>
    records
      .filter((it) => !seen.has(it))
      .map((record) => {
        seen.add(record);
        const paths = Object.entries(record.paths ?? {}).sort(([, a], [, b]) => byIndex(a, b));
        const step: NotedStep = {
          ...fieldsOf(record, names),
          inner: noted(below.get(record.id) ?? []),
          paths: paths.map(([id, { name }]) => {
            const path: NotedPath = { name, steps: noted(below.get(id) ?? []) };
            pathIdOf.set(path, id);
            return path;
          }),
        };
        recordOf.set(step, record);
        return step;
      });
  const steps = noted(below.get('') ?? []);
  return { steps: [...steps, ...noted(sorted)], recordOf, pathIdOf };
}

function fieldsOf(record: FlowStep, names: StepNames): Omit<NotedStep, 'inner' | 'paths'> {
  const { originId, targetId, viaId, flowId, description, detailedDescription } = record;
  const type = record.type ?? MESSAGE;
  const returns =
    type === 'self-action' && originId && targetId && names.modelOf(originId) === names.modelOf(targetId);
  return {
    type,
    ...(originId && { origin: names.wordOf(originId) }),
    ...(targetId && !returns && { target: names.wordOf(targetId) }),
    ...(viaId && { via: names.wordOf(viaId) }),
    ...(flowId && { flow: names.flowWordOf(flowId) }),
    text: description,
    ...(detailedDescription && { details: detailedDescription }),
  };
}
