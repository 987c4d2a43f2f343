import { command } from '../../cli/command/command.js';
import type { Context } from '../../cli/command/spec.js';
import { versionPath } from '../../cli/command/version-path.js';
import type { Client } from '../../client/client.js';
import { type Flow, flows } from '../../contract/resources/flow.js';
import type { LineContext } from '../../terminal/types.js';
import { participantsOf } from './shared/participants.js';
import { type StepLine, stepLines } from './shared/step-lines.js';

export default command({
  summary: 'Get a flow and its steps',
  details:
    'In a table, steps are listed in order with object names, which takes a few more requests. Other formats print the flow unchanged.',
  args: { flowId: { name: 'FLOW', help: 'Flow', completes: 'flow' } },
  options: {},
  scope: ['landscape', 'landscapeVersion'],
  operation: flows.get,
  examples: {
    'The steps in order': 'archctl flow get FLOW',
    'All fields': 'archctl flow get FLOW -o yaml',
  },
  related: ['flow show', 'flow list', 'flow update', 'flow thumbnail'],
  async run(context, { args }) {
    const path = await versionPath(context);
    const client: Client = await context.client();
    const { flow } = await client.call(flows.get, { path: { ...path, flowId: args.flowId } });
    const { fields, query } = context.parsed.globals;
    const isForEyes = context.terminal.format === 'table' && fields === undefined && query === undefined;
    const nameOf = isForEyes ? (await participantsOf(client, path, flow)).nameOf : (id: string) => id;
    const head = await headOf(context, flow);
    return {
      kind: 'drawing',
      data: flow,
      draw: (line) => drawFlow(flow, head, stepLines(flow, nameOf), line),
    };
  },
});

/** Heading with the flow and its diagram, by name for people. */
async function headOf(context: Context, { id, diagramId }: Flow): Promise<string> {
  if (!context.showsNames || context.showsIds) return `${id}  on diagram ${diagramId}`;
  const diagrams = await (await context.names()).of('diagram').catch(() => undefined);
  return `on diagram ${diagrams?.nameOf(diagramId) ?? diagramId}`;
}

function drawFlow(
  flow: Flow,
  place: string,
  steps: readonly StepLine[],
  { palette, safe, time }: LineContext,
): string {
  const head = [
    palette.bold(safe(flow.name)),
    palette.dim(`${safe(place)}, updated ${time(flow.updatedAt)}`),
  ];
  if (steps.length === 0) return [...head, 'No steps.'].join('\n');
  const width = String(steps.length).length;
  const lines = steps.map(({ number, depth, type, route, text }) => {
    const mark = `${number ?? ''}`.padStart(width);
    const words = [type && palette.yellow(safe(type)), route && palette.cyan(safe(route)), safe(text)];
    return `${mark}  ${'  '.repeat(depth)}${words.filter(Boolean).join('  ')}`;
  });
  return [...head, '', ...lines].join('\n');
}
