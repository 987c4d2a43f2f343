import { operationCommand } from '../../cli/command/operation-command.js';
import { flag } from '../../cli/command/options.js';
import { getEntryDiagram } from '../../contract/resources/view.js';
import noun from './noun.js';
import { VIEWED } from './shared/diagram-commands.js';

export default operationCommand(getEntryDiagram, {
  summary: 'Get the diagram that zooming into an object opens',
  args: { modelObjectId: { name: 'OBJECT_ID', help: 'Model object', completes: 'object' } },
  options: {
    createEntry: flag('Make one where there is none; needs a key that may write', { query: 'createEntry' }),
    updateViewedAt: VIEWED,
  },
  columns: noun.columns,
  examples: [
    { note: 'What a system opens', line: 'archctl diagram entry OBJECT_ID --landscape LANDSCAPE_ID' },
    {
      note: 'Its id, made where there is none',
      line: 'archctl diagram entry OBJECT_ID --landscape LANDSCAPE_ID --create-entry --query id',
    },
  ],
  related: ['diagram list', 'object tree'],
});
