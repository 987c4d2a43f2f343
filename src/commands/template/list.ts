import { operationCommand } from '../../cli/command/operation-command.js';
import { listTemplates } from '../../contract/resources/template.js';
import noun from './noun.js';

export default operationCommand(listTemplates, {
  columns: noun.columns,
  empty: 'No templates.',
  examples: {
    'Templates for new landscapes': 'archctl template list',
    'With all fields': 'archctl template list -o yaml',
  },
  related: ['landscape create', 'landscape list'],
});
