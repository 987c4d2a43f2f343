import { operationCommand } from '../../cli/command/operation-command.js';
import { listVersionReverts } from '../../contract/resources/version.js';
import noun from './noun.js';

export default operationCommand(listVersionReverts, {
  columns: noun.columns,
  empty: 'The landscape was never reverted.',
  examples: {
    'Dates, versions and reasons': 'archctl revert list --landscape LANDSCAPE_ID',
    'The reasons only': 'archctl revert list --landscape LANDSCAPE_ID --query "[].notes"',
  },
  related: ['revert get', 'version revert'],
});
