import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { exportDependencies } from '../../contract/resources/model-export.js';
import { DEPENDENCY_COLUMNS, dependencyRows } from '../shared/dependency-rows.js';

export default command({
  summary: 'Show what a model object depends on, and what depends on it',
  details:
    'Incoming connections are of those that call the object, outgoing ones of those it calls; one that goes both ways stands in both. JSON and YAML carry the whole answer, with what the objects at the other ends are in. Counts as an export.',
  args: { modelObjectId: { name: 'OBJECT_ID', help: 'Model object', completes: 'object' } },
  scope: ['landscape', 'landscapeVersion'],
  operation: exportDependencies,
  examples: [
    {
      note: 'Who calls it, and whom it calls',
      line: 'archctl object dependencies OBJECT_ID --landscape LANDSCAPE_ID',
    },
    {
      note: 'Names of what it calls, for a script',
      line: 'archctl object dependencies OBJECT_ID --landscape LANDSCAPE_ID -o json --query "outgoingConnectionObjects.*[0].name"',
    },
  ],
  related: ['dependency list', 'connection list', 'object tree'],
  async run(context) {
    const client = await context.client();
    const path = await pathOf(context, exportDependencies);
    const found = (await client.perform(exportDependencies, { path })) as Parameters<
      typeof dependencyRows
    >[0];
    if (context.terminal.machine) return { kind: 'record', record: found, columns: [] };
    const items = dependencyRows(found);
    return { kind: 'list', items, columns: DEPENDENCY_COLUMNS, empty: 'Nothing is connected to it.' };
  },
});
