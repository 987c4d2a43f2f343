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
  summary: 'Show what a model object depends on and what depends on it',
  details:
    'On a terminal, prints a tree of direct and indirect dependencies; each object is expanded once. Connections of nested objects count as connections of their ancestors; "inside" names the nested object. -o table prints the same as a list. Mermaid, DOT and --out draw it. --to prints the shortest path to another object.\n\nIn a pipe and in machine formats, prints the direct connections that the service reports, unless --direction, --depth, --via or --to is set. Without these options, JSON and YAML contain the complete answer, including the ancestors of connected objects; this counts as an export.',
  args: { modelObjectId: { name: 'OBJECT_ID', help: 'Model object', completes: 'object' } },
  options: {
    direction: choice(['in', 'out', 'both'], 'Dependents, dependencies, or both', {
      fallback: 'both',
    }),
    depth: number('Maximum number of connections on a path', {
      integer: true,
      min: 1,
      fallback: 'unlimited',
    }),
    via: flag('Count the via object of a connection as a step'),
    to: identifier('Print the shortest path to this object', { completes: 'object' }),
    out: outputFile(
      'File for the picture or graph; the extension selects the format: .svg, .png, .mmd, .dot',
    ),
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: exportDependencies,
  alsoPerforms: [modelObjects.list, modelConnections.list],
  formats: ['mermaid', 'dot'],
  examples: {
    'Its dependents and dependencies': 'archctl object dependencies OBJECT_ID --landscape LANDSCAPE_ID',
    'The path to another object':
      'archctl object dependencies ORIGIN_ID --landscape LANDSCAPE_ID --to TARGET_ID -o table',
    'Its neighbourhood as a picture':
      'archctl object dependencies OBJECT_ID --landscape LANDSCAPE_ID --depth 1 --out around.svg',
  },
  related: ['dependency list', 'object impact', 'connection list', 'object tree'],
  run: (context, { args, options: { out, ...options } }) => {
    const asked: Asked = { id: args.modelObjectId, file: out, ...options };
    return isAsTold(context, asked) ? asTold(context) : dependencies(context, asked);
  },
});

/**
 * Returns true if the response of the service can be passed on unchanged: no further options, and output for a program.
 */
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
  return { kind: 'list', items, columns: DEPENDENCY_COLUMNS, empty: 'The object has no connections.' };
}
