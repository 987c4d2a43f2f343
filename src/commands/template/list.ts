import { operationCommand } from '../../cli/command/operation-command.js';
import { listTemplates } from '../../contract/resources/template.js';
import noun from './noun.js';

export default operationCommand(listTemplates, {
  columns: noun.columns,
  empty: 'No templates.',
  examples: [
    { note: 'Templates for new landscapes', line: 'archctl template list' },
    { note: 'With all fields', line: 'archctl template list -o yaml' },
  ],
  related: ['landscape create', 'landscape list'],
});
