import { TEMPLATE } from '../../cli/command/columns.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { listTemplates } from '../../contract/resources/template.js';

export default operationCommand(listTemplates, {
  columns: TEMPLATE,
  empty: 'No templates.',
  examples: [
    { note: 'Landscapes to start from', line: 'archctl template list' },
    { note: 'All of their fields', line: 'archctl template list -o yaml' },
  ],
  related: ['landscape duplicate', 'landscape list'],
});
