import type { Flow, FlowStep } from '../../../contract/resources/flow.js';

/** A step for display: its number, its depth in paths, and its participants. */
export interface StepLine {
  /** Null for notes and for headings of paths. */
  number: number | null;
  depth: number;
  /** Type of the step as text; empty for an ordinary message. */
  type: string;
  /** Names of the ends as `origin → target`; empty if the step has none. */
  route: string;
  text: string;
  /** The step; undefined for the heading of a path. */
  step?: FlowStep;
}

const REMARKS: readonly unknown[] = ['introduction', 'information', 'conclusion'];
const byIndex = (a: { index: number }, b: { index: number }): number => a.index - b.index;

/** Steps in playing order, each path followed by its steps. `nameOf` returns the name of an end of a step. */
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
