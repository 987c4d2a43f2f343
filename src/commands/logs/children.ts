import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, flag } from '../../cli/command/options.js';
import { ORDERS } from '../../contract/enums.js';
import { listActionLogChildren } from '../../contract/resources/action-log.js';
import noun from './noun.js';

export default operationCommand(listActionLogChildren, {
  args: { actionLogId: { name: 'ACTION_LOG_ID', help: 'Action log whose results to list' } },
  options: {
    order: choice(ORDERS, 'By time', { query: 'filter.order' }),
    inContext: flag('Also actions on objects in its context', { query: 'filter.includeActionsInContext' }),
  },
  columns: noun.columns,
  empty: 'The action caused nothing else.',
  examples: [
    {
      note: 'What a duplicate created, in order',
      line: 'archctl logs children ACTION_LOG_ID --landscape LANDSCAPE_ID --order asc',
    },
    {
      note: 'Only the kinds of action',
      line: 'archctl logs children ACTION_LOG_ID --landscape LANDSCAPE_ID --query "[].action.type"',
    },
  ],
  related: ['logs get', 'logs tree'],
});
