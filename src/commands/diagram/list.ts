import { operationCommand } from '../../cli/command/operation-command.js';
import { choices, flag, text } from '../../cli/command/options.js';
import { DIAGRAM_TYPES } from '../../contract/enums.js';
import { diagrams } from '../../contract/resources/diagram.js';
import noun from './noun.js';

export default operationCommand(diagrams.list, {
  options: {
    type: choices(DIAGRAM_TYPES, 'Only of this type', { query: 'filter.type' }),
    name: text('Only of this name', { query: 'filter.name' }),
    pinned: flag('Only pinned ones', { query: 'filter.pinned' }),
  },
  columns: noun.columns,
  empty: 'No diagrams.',
  examples: [
    { note: 'Diagrams of a landscape', line: 'archctl diagram list --landscape LANDSCAPE_ID' },
    {
      note: 'Ids of all app diagrams, one per line',
      line: 'archctl diagram list --landscape LANDSCAPE_ID --type app-diagram --query "[].id"',
    },
  ],
  related: ['diagram get', 'diagram export'],
});
