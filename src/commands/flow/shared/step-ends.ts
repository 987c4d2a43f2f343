import { alternatives } from '../../../base/text/words.js';
import { shellWord } from '../../../cli/command/input/shell-word.js';
import { FLOW_STEP_TYPES } from '../../../contract/enums.js';
import type { NotedStep } from '../../../documents/flow-notation/index.js';
import type { DrawnLine, FlowScene } from './scene.js';

/** Ids of the records that a step refers to, as the service stores them. */
export interface StepEnds {
  originId: string | null;
  targetId: string | null;
  viaId: string | null;
  flowId: string | null;
}

/** Reports a problem of a step, with a command line that may solve it. */
export type Report = (step: NotedStep, message: string, command?: string) => void;

type Field = 'origin' | 'target' | 'via';

/**
 * Finds the records that a new step refers to. Both ends of a message must be drawn and connected on the diagram; the
 * connection determines what the message passes through. Problems are reported.
 */
export function endsOf(step: NotedStep, scene: FlowScene, report: Report): StepEnds {
  if (!FLOW_STEP_TYPES.some((type) => type === step.type))
    report(step, `There is no step type "${step.type}"; use one of ${FLOW_STEP_TYPES.join(', ')}.`);
  const flowId = step.flow === undefined ? null : flowNamed(step, step.flow, scene, report);
  const [origin, target, via] = (['origin', 'target', 'via'] as const).map((field) =>
    objectNamed(step, field, scene, report),
  );
  const boxOf = (modelId: string | undefined) =>
    modelId === undefined ? null : (scene.drawnOf(modelId)[0] ?? modelId);
  const ends = { originId: boxOf(origin), targetId: boxOf(target), viaId: boxOf(via), flowId };
  if (step.type === 'self-action')
    return { ...ends, targetId: step.target === undefined ? ends.originId : ends.targetId };
  const isMessage = step.type === 'outgoing' || step.type === 'reply';
  const isFound = [step.origin, step.target, step.via].every(
    (word, at) => (word === undefined) === ([origin, target, via][at] === undefined),
  );
  if (!isMessage || origin === undefined || target === undefined || origin === target || !isFound)
    return ends;
  return { ...ends, ...lineEnds(step, { origin, target, via }, scene, report) };
}

const quoted = (word: string): string => `"${word}"`;

function flowNamed(step: NotedStep, word: string, scene: FlowScene, report: Report): string | null {
  const found = scene.findFlow(word);
  if (found.kind === 'one') return found.id;
  if (found.kind === 'several')
    report(step, `Several flows are named ${quoted(word)}; pass the id of the flow.`);
  else
    report(
      step,
      `There is no flow ${quoted(word)}.${suggestion(found.nearest)}`,
      found.nearest.length > 0 ? undefined : 'archctl flow list',
    );
  return null;
}

/** The model object of an end; undefined if there is none, or if it was reported. */
function objectNamed(step: NotedStep, field: Field, scene: FlowScene, report: Report): string | undefined {
  const word = step[field];
  if (word === undefined) return undefined;
  const found = scene.find(word);
  if (found.kind === 'several') {
    const paths = found.ids.map((id) => quoted(scene.pathOf(id)));
    report(
      step,
      `Several objects are named ${quoted(word)}; write one of ${[...new Set(paths)].join(', ')}, or an id.`,
    );
    return undefined;
  }
  if (found.kind === 'none') {
    report(
      step,
      `There is no object ${quoted(word)}.${suggestion(found.nearest)}`,
      found.nearest.length > 0 ? undefined : 'archctl object list',
    );
    return undefined;
  }
  if (field === 'via' || scene.drawnOf(found.id).length > 0) return found.id;
  report(
    step,
    `${quoted(word)} is not on the diagram ${quoted(scene.diagram)}.`,
    `archctl diagram add ${shellWord(word)} --to ${shellWord(scene.diagram)}`,
  );
  return undefined;
}

const suggestion = (nearest: readonly string[]): string =>
  nearest.length === 0 ? '' : ` Did you mean ${alternatives(nearest.map(quoted))}?`;

interface Ends {
  origin: string;
  target: string;
  via: string | undefined;
}

/** Ends of a message along a line of the diagram; a line in the same direction comes first. */
function lineEnds(step: NotedStep, ends: Ends, scene: FlowScene, report: Report): Partial<StepEnds> {
  const { origin, target, via } = ends;
  const between = (from: string, to: string): DrawnLine[] =>
    scene.lines.filter((it) => scene.modelOf(it.originId) === from && scene.modelOf(it.targetId) === to);
  const forward = between(origin, target);
  const backward = between(target, origin).map((it) => ({
    ...it,
    originId: it.targetId,
    targetId: it.originId,
  }));
  const all = [...forward, ...backward];
  const isLinked = (a: string, b: string): boolean => between(a, b).length + between(b, a).length > 0;
  if (via !== undefined) {
    const line = all.find(({ viaId }) => viaId === via);
    if (line) return { originId: line.originId, targetId: line.targetId };
    // A broker can also be drawn between two connections.
    if (!isLinked(origin, via) || !isLinked(via, target)) reportMissing(step, ends, scene, report);
    return {};
  }
  const near = forward.length > 0 ? forward : backward;
  const [line] = near;
  if (line === undefined) {
    reportMissing(step, ends, scene, report);
    return {};
  }
  const vias = [...new Set(near.map(({ viaId }) => viaId))];
  const direct = vias.length === 1 ? line : near.find(({ viaId }) => viaId === undefined);
  if (direct === undefined) {
    const words = vias.map((id) => `"via ${scene.wordOf(id ?? '')}"`);
    report(
      step,
      `Several connections lead from ${quoted(step.origin ?? '')} to ${quoted(step.target ?? '')}; write ${alternatives(words)} after the target.`,
    );
    return {};
  }
  const { originId, targetId, viaId } = direct;
  return { originId, targetId, viaId: viaId === undefined ? null : (scene.drawnOf(viaId)[0] ?? viaId) };
}

function reportMissing(
  step: NotedStep,
  { origin, target, via }: Ends,
  scene: FlowScene,
  report: Report,
): void {
  const [from = '', to = ''] = [step.origin, step.target];
  const through = via === undefined ? '' : ` via ${quoted(step.via ?? '')}`;
  const exists = scene.connections.some(
    (it) =>
      via === undefined &&
      [it.originId, it.targetId].includes(origin) &&
      [it.originId, it.targetId].includes(target),
  );
  if (exists)
    report(
      step,
      `The connection between ${quoted(from)} and ${quoted(to)} is not on the diagram ${quoted(scene.diagram)}.`,
      `archctl diagram add ${shellWord(from)} ${shellWord(to)} --to ${shellWord(scene.diagram)}`,
    );
  else
    report(
      step,
      `There is no connection between ${quoted(from)} and ${quoted(to)}${through}.`,
      `archctl connection create ${shellWord(from)} ${shellWord(to)} --name TEXT${via === undefined ? '' : ` --via ${shellWord(step.via ?? '')}`}`,
    );
}
