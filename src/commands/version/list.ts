import { operationCommand } from '../../cli/command/operation-command.js';
import { listVersions } from '../../contract/resources/version.js';
import noun from './noun.js';

export default operationCommand(listVersions, {
  columns: noun.columns,
  empty: 'The landscape has no versions.',
  examples: [
    { note: 'Versions to revert to or to read from', line: 'archctl version list --landscape LANDSCAPE_ID' },
    {
      note: 'Ids of the newest three',
      line: 'archctl version list --landscape LANDSCAPE_ID -o csv --fields id --limit 3',
    },
  ],
  related: ['version revert', 'landscape list'],
});
