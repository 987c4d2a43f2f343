import type { Flow, FlowStep } from '../../../contract/resources/flow.js';

/** A step as it is read: its number, how deep it lies in paths, and who is concerned. */
export interface StepLine {
  /** Null for remarks and for the heads of paths. */
  number: number | null;
  depth: number;
  /** Kind of step in words; empty for an ordinary message. */
  type: string;
  /** Names of the ends, as `origin → target`; empty where there is none. */
  route: string;
  text: string;
  /** The step; undefined for the head of a path. */
  step?: FlowStep;
}

const REMARKS: readonly unknown[] = ['introduction', 'information', 'conclusion'];
const byIndex = (a: { index: number }, b: { index: number }): number => a.index - b.index;

/** Steps in the order they are played, those of a path below it. `nameOf` tells what an end of a step is called. */
export function stepLines(flow: Flow, nameOf: (id: string) => string): StepLine[] {
  const steps = Object.values(flow.steps ?? {}).sort(byIndex);
  const owners = new Set(steps.flatMap(({ id, paths }) => [id, ...Object.keys(paths ?? {})]));
  const parentOf = ({ id, parentId }: FlowStep): string | null =>
    parentId !== null && parentId !== id && owners.has(parentId) ? parentId : null;
  const lines: StepLine[] = [];
  const seen = new Set<string>();
  let number = 0;
  const walk = (parentId: string | null, depth: number): void => {
    for (const step of steps.filter((it) => parentOf(it) === parentId)) {
      if (seen.has(step.id)) continue;
      seen.add(step.id);
      const paths = Object.values(step.paths ?? {}).sort(byIndex);
      const isNumbered = paths.length === 0 && !REMARKS.includes(step.type);
      if (isNumbered) number += 1;
      lines.push({ number: isNumbered ? number : null, depth, ...wordsOf(step, nameOf), step });
      walk(step.id, depth + 1);
      for (const path of paths) {
        lines.push({ number: null, depth: depth + 1, type: 'path', route: '', text: path.name });
        walk(path.id, depth + 2);
      }
    }
  };
  walk(null, 0);
  return lines;
}

function wordsOf(step: FlowStep, nameOf: (id: string) => string): Pick<StepLine, 'type' | 'route' | 'text'> {
  const { type, originId, viaId, targetId, flowId, description } = step;
  const ends = [originId, viaId, targetId].flatMap((id) => (id === null ? [] : [nameOf(id)]));
  const route = type === 'self-action' ? ends.slice(0, 1) : ends;
  const other = flowId === null ? [] : [`flow ${nameOf(flowId)}`];
  return {
    type: type === null || type === 'outgoing' ? '' : type.replaceAll('-', ' '),
    route: [...route, ...other].join(' → '),
    text: description,
  };
}
