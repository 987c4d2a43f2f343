import { operationCommand } from '../../cli/command/operation-command.js';
import { identifier, text } from '../../cli/command/options.js';
import { flows } from '../../contract/resources/flow.js';
import noun from './noun.js';

export default operationCommand(flows.list, {
  options: {
    diagram: identifier('Only of this diagram', { query: 'filter.diagramId', completes: 'diagram' }),
    name: text('Only of this name', { query: 'filter.name' }),
  },
  columns: noun.columns,
  empty: 'No flows.',
  examples: [
    { note: 'Flows of a landscape', line: 'archctl flow list --landscape LANDSCAPE_ID' },
    { note: 'Those of one diagram', line: 'archctl flow list --landscape LANDSCAPE_ID --diagram DIAGRAM_ID' },
  ],
  related: ['flow create', 'flow thumbnail'],
});
