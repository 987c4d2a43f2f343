import { grouped } from '../../../base/grouped.js';
import type { Context } from '../../../cli/command/spec.js';
import type { Flow, FlowStep } from '../../../contract/resources/flow.js';
import { type NotedPath, type NotedStep, printNotation } from '../../../documents/flow-notation/index.js';
import { type FlowScene, openScene } from './scene.js';

/** Steps of a flow in the notation, and the records that they come from. */
export interface NotedFlow {
  steps: NotedStep[];
  recordOf: ReadonlyMap<NotedStep, FlowStep>;
  pathIdOf: ReadonlyMap<NotedPath, string>;
}

/** The steps of a flow as text, with names instead of ids. Errors: those of the client. */
export async function notationOf(context: Context, flow: Flow): Promise<string> {
  const hasLinks = Object.values(flow.steps ?? {}).some(({ flowId }) => flowId);
  const scene = await openScene(context, flow.diagramId, { flows: hasLinks, connections: false });
  return printNotation(notedSteps(flow, scene).steps);
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
export function notedSteps(flow: Pick<Flow, 'steps'>, scene: FlowScene): NotedFlow {
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
          ...fieldsOf(record, scene),
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

function fieldsOf(record: FlowStep, scene: FlowScene): Omit<NotedStep, 'inner' | 'paths'> {
  const { originId, targetId, viaId, flowId, description, detailedDescription } = record;
  const type = record.type ?? MESSAGE;
  const returns =
    type === 'self-action' && originId && targetId && scene.modelOf(originId) === scene.modelOf(targetId);
  return {
    type,
    ...(originId && { origin: scene.wordOf(originId) }),
    ...(targetId && !returns && { target: scene.wordOf(targetId) }),
    ...(viaId && { via: scene.wordOf(viaId) }),
    ...(flowId && { flow: scene.flowWordOf(flowId) }),
    text: description,
    ...(detailedDescription && { details: detailedDescription }),
  };
}
