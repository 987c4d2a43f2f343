import { command } from '../../cli/command/command.js';
import type { Context } from '../../cli/command/spec.js';
import { versionPath } from '../../cli/command/version-path.js';
import type { Client } from '../../client/client.js';
import { type Flow, flows } from '../../contract/resources/flow.js';
import { inWidth } from '../../terminal/line.js';
import type { Column, LineContext } from '../../terminal/types.js';
import { type Participants, participantsOf } from './shared/participants.js';
import { type StepLine, stepLines } from './shared/step-lines.js';

export default command({
  summary: 'Show the steps of a flow with the names of the participants',
  details:
    'Steps are numbered in the order of the flow. Alternative and parallel steps are indented below the name of their path. -o mermaid prints a sequence diagram, generated offline. -o text prints the notation that "flow update --steps-from" reads; see "archctl help steps".',
  args: { flowId: { name: 'FLOW', help: 'Flow', completes: 'flow' } },
  scope: ['landscape', 'landscapeVersion'],
  operation: flows.get,
  formats: ['text', 'mermaid'],
  examples: {
    'The steps in order': 'archctl flow show FLOW',
    'A sequence diagram for a document': 'archctl flow show FLOW -o mermaid',
    'The steps as text, to change and send back': 'archctl flow show FLOW -o text',
  },
  related: ['flow edit', 'flow get', 'flow export', 'flow list', 'object dependencies'],
  async run(context, { args }) {
    const path = await versionPath(context);
    const client: Client = await context.client();
    const { flow } = await client.call(flows.get, { path: { ...path, flowId: args.flowId } });
    if (context.terminal.format === 'text') return { kind: 'text', text: await notation(context, flow) };
    const participants = await participantsOf(client, path, flow);
    if (context.terminal.format === 'mermaid')
      return { kind: 'text', text: await mermaid(flow, participants) };
    const lines = stepLines(flow, participants.nameOf);
    const items = lines.map((line) => rowOf(line, participants));
    const { output, fields, query } = context.parsed.globals;
    const isPicked = output !== undefined || fields !== undefined || query !== undefined;
    if (context.terminal.isInteractive && !isPicked)
      return { kind: 'drawing', data: items, draw: (line) => drawSteps(flow, lines, line) };
    return { kind: 'list', items, columns: COLUMNS, empty: 'No steps.' };
  },
});

const COLUMNS: readonly Column[] = [
  { key: 'number', header: 'No.', kind: 'number', priority: 1 },
  { key: 'type', priority: 3 },
  { key: 'origin', priority: 1 },
  { key: 'target', priority: 1 },
  { key: 'text', priority: 2 },
  { key: 'via', priority: 4 },
  { key: 'flow', priority: 4 },
  { key: 'depth', kind: 'number', priority: 5 },
  { key: 'originId', header: 'Origin ID', kind: 'id', priority: 5 },
  { key: 'targetId', header: 'Target ID', kind: 'id', priority: 5 },
  { key: 'id', header: 'Step ID', kind: 'id', priority: 5 },
];

/** A step as data: names beside ids; null for missing ends. */
function rowOf({ number, depth, type, text, step }: StepLine, { nameOf, modelOf }: Participants) {
  const end = (id: string | null | undefined) =>
    id ? { name: nameOf(id), id: modelOf(id) } : { name: null, id: null };
  const [origin, target, via] = [end(step?.originId), end(step?.targetId), end(step?.viaId)];
  return {
    number,
    depth,
    type: type || 'message',
    origin: origin.name,
    target: target.name,
    via: via.name,
    flow: step?.flowId ? nameOf(step.flowId) : null,
    text,
    originId: origin.id,
    targetId: target.id,
    viaId: via.id,
    flowId: step?.flowId ?? null,
    id: step?.id ?? null,
  };
}

/** `3  Booking API → Booking Database  "Reads bookings"`; paths are indented. */
function drawSteps(
  { name }: Flow,
  lines: readonly StepLine[],
  { palette, safe, interactive, width: columns }: LineContext,
): string {
  const width = `${lines.length}`.length;
  const room = interactive ? columns : Number.POSITIVE_INFINITY;
  const steps = lines.map(({ number, depth, type, route, text, step }) =>
    inWidth(
      [
        { text: `${number ?? ''}`.padStart(width), paint: palette.dim },
        { text: `  ${'  '.repeat(depth)}` },
        { text: type === '' ? '' : `${safe(type)}  `, paint: palette.yellow },
        { text: route === '' ? '' : `${safe(route)}  `, paint: palette.bold },
        { text: quoted(text, step !== undefined && route !== '', safe) },
      ],
      room,
    ).trimEnd(),
  );
  return [
    inWidth([{ text: safe(name), paint: palette.bold }], room),
    '',
    ...(steps.length === 0 ? ['No steps.'] : steps),
  ].join('\n');
}

/** Quotes messages, but not notes and names of paths. */
const quoted = (text: string, isMessage: boolean, safe: (text: string) => string): string =>
  text === '' ? '' : isMessage ? `"${safe(text)}"` : safe(text);

async function notation(context: Context, flow: Flow): Promise<string> {
  const { notationOf } = await import('./shared/notation-of-flow.js');
  return notationOf(context, flow);
}

/** Mermaid sequence diagram, as the service exports it. */
async function mermaid(flow: Flow, participants: Participants): Promise<string> {
  const { flowMermaid } = await import('../../documents/index.js');
  return flowMermaid(flow, participants.records);
}
