import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { choice, identifier, number } from '../../cli/command/options.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import type { OptionSpec } from '../../cli/command/value-spec.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { exportDependencies } from '../../contract/resources/model-export.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { LEVELS } from '../../contract/rules/dependency-levels.js';
import { DEPENDENCY_OPTIONS } from '../shared/dependencies/options.js';
import { DEPENDENCY_COLUMNS, dependencyRows } from '../shared/dependency-rows.js';
import { type Asked, dependencies } from './shared/ask-dependencies.js';

const steps = number('', { integer: true, min: 1 });
/** `--depth N|all`. */
const depth: OptionSpec<number> = {
  help: 'Maximum number of connections on a path (default: 1 on a terminal, otherwise all)',
  value: 'N|all',
  suggests: ['all'],
  parse: (given) => (given === 'all' ? Number.POSITIVE_INFINITY : steps.parse(given, undefined)),
};

export default command({
  summary: 'Show what a model object depends on and what depends on it',
  details:
    'On a terminal, prints a tree of direct dependencies; --depth shows indirect ones, each object once. Connections of nested objects count as connections of their ancestors; one line sums up all connections to the same object. The objects at the other ends are shown at the same level as this object, or at --level. -o table lists all connections, also indirect ones; "inside" names the nested object. Mermaid, DOT and --out draw them. "archctl dependency path" prints routes between two objects; --to prints the shortest one.\n\nIn a pipe and in machine formats, prints the direct connections that the service reports, unless --direction, --depth, --level, --via or --to is set. Without these options, JSON and YAML contain the complete answer, including the ancestors of connected objects; this counts as an export.',
  args: { modelObjectId: { name: 'OBJECT', help: 'Model object', completes: 'object' } },
  options: {
    direction: choice(['in', 'out', 'both'], 'Dependents, dependencies, or both', {
      fallback: 'both',
    }),
    depth,
    level: choice(LEVELS, 'Show the other ends at this level, or above it'),
    to: identifier('Print the shortest path to this object', { completes: 'object' }),
    ...DEPENDENCY_OPTIONS,
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: exportDependencies,
  alsoPerforms: [modelObjects.list, modelConnections.list],
  formats: ['mermaid', 'dot'],
  examples: {
    'Its dependents and dependencies': 'archctl object dependencies OBJECT',
    'Systems that it depends on, directly or not':
      'archctl object dependencies OBJECT --direction out --level system --depth all',
    'Its neighbourhood as a picture': 'archctl object dependencies OBJECT --depth 1 --out around.svg',
  },
  related: ['dependency path', 'dependency list', 'object impact', 'connection list', 'object tree'],
  run: (context, { args, options: { out, ...options } }) => {
    const asked: Asked = { id: args.modelObjectId, file: out, ...options };
    return isUnchangedResponse(context, asked) ? serviceResponse(context) : dependencies(context, asked);
  },
});

/** Whether the response can be passed on unchanged: no further options, and output for a program. */
function isUnchangedResponse(
  { terminal, parsed }: Context,
  { direction, depth, level, via, to, file }: Asked,
): boolean {
  if ([direction, depth, level, via, to, file].some((it) => it !== undefined)) return false;
  if (terminal.format !== 'table') return terminal.format !== 'mermaid' && terminal.format !== 'dot';
  const { output, fields, query } = parsed.globals;
  const isForEyes = terminal.isInteractive && fields === undefined && query === undefined;
  return output === undefined && !isForEyes;
}

async function serviceResponse(context: Context): Promise<Outcome> {
  const client = await context.client();
  const path = await pathOf(context, exportDependencies);
  const found = (await client.perform(exportDependencies, { path })) as Parameters<typeof dependencyRows>[0];
  if (context.terminal.machine) return { kind: 'record', record: found, columns: [] };
  const items = dependencyRows(found);
  return { kind: 'list', items, columns: DEPENDENCY_COLUMNS, empty: 'The object has no connections.' };
}
