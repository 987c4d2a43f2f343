import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { choice, flag, identifier, number } from '../../cli/command/options.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { exportDependencies } from '../../contract/resources/model-export.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { DEPENDENCY_COLUMNS, dependencyRows } from '../shared/dependency-rows.js';
import { outputFile } from '../shared/output-file.js';
import { type Asked, dependencies } from './shared/ask-dependencies.js';

export default command({
  summary: 'Show what a model object depends on, and what depends on it',
  details:
    'On a terminal a tree: what it uses and what uses it, direct and indirect, each object gone on from once. A connection of something inside an object counts as its own; "inside" tells of what. -o table lists the same; Mermaid, DOT and --file draw it; --to tells the shortest way to another object.\n\nIn a pipe, and in machine formats, it is the direct connections as the service tells them, unless --direction, --depth, --via or --to asks for rows of their own. Without these JSON and YAML carry its whole answer, with what the objects at the other ends are in, which counts as an export.',
  args: { modelObjectId: { name: 'OBJECT_ID', help: 'Model object', completes: 'object' } },
  options: {
    direction: choice(['in', 'out', 'both'], 'Those that use it, those it uses, or both', {
      fallback: 'both',
    }),
    depth: number('Only so many connections away', { integer: true, min: 1, fallback: 'all there are' }),
    via: flag('What a connection goes through is a step of its own'),
    to: identifier('The shortest way to this object', { completes: 'object' }),
    file: outputFile('File for the picture or graph, by how its name ends: .svg, .png, .mmd, .dot'),
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: exportDependencies,
  alsoPerforms: [modelObjects.list, modelConnections.list],
  formats: ['mermaid', 'dot'],
  examples: [
    {
      note: 'Who calls it, and whom it calls',
      line: 'archctl object dependencies OBJECT_ID --landscape LANDSCAPE_ID',
    },
    {
      note: 'How one gets to the other',
      line: 'archctl object dependencies ORIGIN_ID --landscape LANDSCAPE_ID --to TARGET_ID -o table',
    },
    {
      note: 'What is around it, as a picture',
      line: 'archctl object dependencies OBJECT_ID --landscape LANDSCAPE_ID --depth 1 --file around.svg',
    },
  ],
  related: ['dependency list', 'object impact', 'connection list', 'object tree'],
  run: (context, { args, options }) => {
    const asked: Asked = { id: args.modelObjectId, ...options };
    return isAsTold(context, asked) ? asTold(context) : dependencies(context, asked);
  },
});

/** Whether what the service tells is the answer: nothing more was asked for, and nobody looks at a screen. */
function isAsTold({ terminal, parsed }: Context, { direction, depth, via, to, file }: Asked): boolean {
  if ([direction, depth, via, to, file].some((it) => it !== undefined)) return false;
  if (terminal.format !== 'table') return terminal.format !== 'mermaid' && terminal.format !== 'dot';
  const { output, fields, query } = parsed.globals;
  const isForEyes = terminal.isInteractive && fields === undefined && query === undefined;
  return output === undefined && !isForEyes;
}

async function asTold(context: Context): Promise<Outcome> {
  const client = await context.client();
  const path = await pathOf(context, exportDependencies);
  const found = (await client.perform(exportDependencies, { path })) as Parameters<typeof dependencyRows>[0];
  if (context.terminal.machine) return { kind: 'record', record: found, columns: [] };
  const items = dependencyRows(found);
  return { kind: 'list', items, columns: DEPENDENCY_COLUMNS, empty: 'Nothing is connected to it.' };
}
