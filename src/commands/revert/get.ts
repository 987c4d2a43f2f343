import { updatedAt } from '../../cli/command/columns.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { getVersionRevert } from '../../contract/resources/version.js';
import noun from './noun.js';

export default operationCommand(getVersionRevert, {
  args: { versionRevertId: { name: 'REVERT_ID', help: 'Revert', completes: 'revert' } },
  columns: [...noun.columns, updatedAt],
  examples: {
    'One revert': 'archctl revert get REVERT_ID --landscape LANDSCAPE_ID',
    'All fields': 'archctl revert get REVERT_ID --landscape LANDSCAPE_ID -o yaml',
  },
  related: ['revert list', 'revert update'],
});
