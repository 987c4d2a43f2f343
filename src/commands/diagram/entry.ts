import { operationCommand } from '../../cli/command/operation-command.js';
import { flag } from '../../cli/command/options.js';
import { getEntryDiagram } from '../../contract/resources/view.js';
import noun from './noun.js';
import { VIEWED } from './shared/options.js';

export default operationCommand(getEntryDiagram, {
  summary: 'Get the diagram that opens when you zoom into an object',
  args: { modelObjectId: { name: 'OBJECT', help: 'Model object', completes: 'object' } },
  options: {
    createEntry: flag('Create the diagram if it does not exist; needs a key with write permission', {
      query: 'createEntry',
    }),
    updateViewedAt: VIEWED,
  },
  columns: noun.columns,
  examples: {
    'The diagram of a system': 'archctl diagram entry OBJECT',
    'The id of the diagram, created if necessary': 'archctl diagram entry OBJECT --create-entry --query id',
  },
  related: ['diagram list', 'object tree'],
});
