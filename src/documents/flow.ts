import { grouped } from '../base/grouped.js';
import { entriesOf, type Fields } from '../contract/doc.js';
import type { Flow } from '../contract/resources/flow.js';
import { mermaidText, onOneLine, plantumlText } from './escape-text.js';
import { namesOf, textOf } from './model.js';

/** Formats flows as text and as sequence diagrams in PlantUML and Mermaid. */

interface Step {
  type: string;
  text: string;
  originId: string;
  targetId: string;
  viaId: string;
  flowId: string;
  /** Branches of the step, each with its steps. */
  paths: { name: string; steps: Step[] }[];
  /** Child steps outside any path. */
  inner: Step[];
}

/** The fields of a flow that are written. */
type FlowContent = Pick<Flow, 'name' | 'steps'> & { diagramId?: string };

/** Records whose names appear in the steps. */
interface Names {
  objects: readonly { id: string; name: string; drawnAs?: 'actor' | 'database'; alias?: string }[];
  flows: readonly { id: string; name: string }[];
  /** Contents of diagrams, for steps between drawn objects (docs/service.md#flow-step). */
  contents?: readonly { id: string; objects?: unknown }[];
}

const ENDS = ['originId', 'viaId', 'targetId'] as const;

/** The flow with model objects as ends instead of drawn objects, so that an object that is drawn twice is one participant. */
function betweenObjects<F extends FlowContent>(flow: F, { contents = [] }: Names): F {
  const content = contents.find(({ id }) => id === flow.diagramId);
  if (!content) return flow;
  const drawn = new Map(entriesOf(content.objects).map(([id, { modelId }]) => [id, modelId]));
  const steps = entriesOf(flow.steps).map(([id, step]) => {
    const ends = ENDS.flatMap((end) => {
      const object = drawn.get(textOf(step[end]));
      return typeof object === 'string' ? [[end, object] as const] : [];
    });
    return [id, { ...step, ...Object.fromEntries(ends) }] as const;
  });
  return { ...flow, steps: Object.fromEntries(steps) };
}

const indexOf = ({ index }: Fields): number => (typeof index === 'number' ? index : 0);
const sorted = (map: unknown): [string, Fields][] =>
  entriesOf(map).sort(([, a], [, b]) => indexOf(a) - indexOf(b));

/**
 * Returns the steps of a flow in order, with the steps of each path nested. Each step appears once, even if its parent
 * references form a cycle.
 */
export function stepsOf(flow: Pick<Flow, 'steps'>): Step[] {
  const below = grouped(sorted(flow.steps), ([, { parentId }]) => textOf(parentId));
  const seen = new Set<string>();
  const within = (parentId: string): Step[] =>
    (below.get(parentId) ?? [])
      .filter(([id]) => !seen.has(id))
      .map(([id, step]) => {
        seen.add(id);
        const paths = sorted(step.paths).map(([key, path]) => ({
          name: textOf(path.name),
          steps: within(key),
        }));
        return {
          type: textOf(step.type) || 'outgoing',
          text: textOf(step.description),
          originId: textOf(step.originId),
          targetId: textOf(step.targetId),
          viaId: textOf(step.viaId),
          flowId: textOf(step.flowId),
          paths,
          inner: within(id),
        };
      });
  return within('');
}

/** Text of a step that only branches. */
const BRANCHING: Readonly<Record<string, string>> = {
  'alternate-path': 'One of these',
  'parallel-path': 'All of these',
};

/** `Web to Booking API (via Booking Events): Submits bookings`, or the parts of it that the step has. */
function sentence(step: Step, names: ReturnType<typeof namesOf>): string {
  const [origin, target, via] = [step.originId, step.targetId, step.viaId].map((id) => names.one(id));
  const ends = [origin, target].filter(Boolean).join(step.type === 'reply' ? ' replies to ' : ' to ');
  const through = via === '' ? '' : ` (via ${via})`;
  const flow = step.type === 'subflow' && step.flowId !== '' ? `flow ${names.one(step.flowId)}` : '';
  const text = onOneLine([`${ends}${through}`, flow, step.text].filter((it) => it !== '').join(': '));
  return text || BRANCHING[step.type] || '…';
}

/** Formats a flow as numbered lines, with branches indented. */
export function flowText(given: FlowContent, records: Names): string {
  const flow = betweenObjects(given, records);
  const names = namesOf(records.objects, records.flows);
  const lines = (steps: readonly Step[], indent: string): string[] =>
    steps.flatMap((step, at) => [
      `${indent}${at + 1}. ${sentence(step, names)}`,
      ...step.paths.flatMap(({ name, steps: inside }) => [
        `${indent}   ${step.type === 'parallel-path' ? 'At the same time' : 'Either'}: ${onOneLine(name)}`,
        ...lines(inside, `${indent}      `),
      ]),
      ...lines(step.inner, `${indent}   `),
    ]);
  return `${[onOneLine(flow.name), '', ...lines(stepsOf(flow), '')].join('\n').trimEnd()}\n`;
}

/** Syntax of a sequence diagram notation. */
interface Notation {
  message(from: string, to: string, text: string, isReply: boolean): string;
  note(at: readonly string[], text: string): string[];
  /** Escapes text for use in a line. */
  safe(text: string): string;
  participant(as: 'participant' | 'actor' | 'database', alias: string, name: string): string;
}

const MERMAID: Notation = {
  message: (from, to, text, isReply) => `${from}${isReply ? '-->>' : '->>'}${to}: ${text}`,
  note: (at, text) => (at.length === 0 ? [] : [`Note over ${at.join(',')}: ${text}`]),
  safe: mermaidText,
  // Other shapes need a newer Mermaid version than most sites have.
  participant: (as, alias, name) => `${as === 'actor' ? as : 'participant'} ${alias} as ${name}`,
};

const PLANTUML: Notation = {
  message: (from, to, text, isReply) => `${from} ${isReply ? '-->' : '->'} ${to}: ${text}`,
  note: (at, text) => (at.length === 0 ? [`== ${text} ==`] : [`note over ${at.join(', ')}: ${text}`]),
  safe: plantumlText,
  participant: (as, alias, name) => `${as} "${name}" as ${alias}`,
};

/** Step types that are notes, not messages. */
const REMARKS = ['introduction', 'information', 'conclusion', 'subflow'];

interface Sequence {
  participants: string[];
  lines: string[];
}

function sequenceOf(given: FlowContent, records: Names, notation: Notation): Sequence {
  const { objects, flows } = records;
  const flow = betweenObjects(given, records);
  const names = namesOf(objects, flows);
  const keys = new Map<string, string>();
  const key = (id: string): string => {
    const known = keys.get(id) ?? objects.find((it) => it.id === id)?.alias ?? `p${keys.size + 1}`;
    keys.set(id, known);
    return known;
  };
  const own = (step: Step): string[] => {
    const ends = [step.originId, step.targetId].filter((id) => id !== '');
    const via = step.viaId === '' ? '' : ` (via ${names.one(step.viaId)})`;
    const flowName = step.flowId === '' ? '' : `Flow ${names.one(step.flowId)} `;
    const text = notation.safe(`${flowName}${step.text}${via}`);
    const [from = '', to = from] = ends;
    const isRemark = REMARKS.includes(step.type) || from === '';
    if (isRemark && (ends.length > 0 || step.text !== '')) {
      // A note without an object is placed over the first participant.
      const at = ends.length > 0 ? [...new Set(ends.map(key))] : [...keys.values()].slice(0, 1);
      return notation.note(at, text);
    }
    return isRemark ? [] : [notation.message(key(from), key(to), text, step.type === 'reply')];
  };
  const walk = (steps: readonly Step[], indent: string): string[] =>
    steps.flatMap((step) => [
      ...own(step).map((line) => indent + line),
      ...branches(step, indent),
      ...walk(step.inner, indent),
    ]);
  const branches = (step: Step, indent: string): string[] => {
    const isParallel = step.type === 'parallel-path';
    const [first, next] = isParallel ? ['par', notation === MERMAID ? 'and' : 'else'] : ['alt', 'else'];
    const parts = step.paths.flatMap(({ name, steps }, at) => [
      `${indent}${at === 0 ? first : next} ${notation.safe(name)}`,
      ...walk(steps, `${indent}  `),
    ]);
    return parts.length === 0 ? [] : [...parts, `${indent}end`];
  };
  // Declares all participants before the first message, in the order of their first step.
  for (const [, step] of sorted(flow.steps)) {
    for (const id of [step.originId, step.targetId]) if (typeof id === 'string' && id !== '') key(id);
  }
  const lines = walk(stepsOf(flow), '  ');
  return {
    lines,
    participants: [...keys].map(([id, short]) => {
      const { drawnAs = 'participant' } = objects.find((it) => it.id === id) ?? {};
      return `  ${notation.participant(drawnAs, short, notation.safe(names.one(id)))}`;
    }),
  };
}

/** Formats a flow as a Mermaid sequence diagram. */
export function flowMermaid(flow: FlowContent, names: Names): string {
  const { participants, lines } = sequenceOf(flow, names, MERMAID);
  return `${['sequenceDiagram', ...participants, ...lines].join('\n')}\n`;
}

/** Formats a flow as a PlantUML sequence diagram. */
export function flowPlantuml(flow: FlowContent, names: Names): string {
  const { participants, lines } = sequenceOf(flow, names, PLANTUML);
  const title = `  title ${PLANTUML.safe(flow.name)}`;
  return `${['@startuml', title, ...participants, ...lines, '@enduml'].join('\n')}\n`;
}
