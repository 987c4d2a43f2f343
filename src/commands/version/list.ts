import { operationCommand } from '../../cli/command/operation-command.js';
import { texts } from '../../cli/command/options.js';
import { listVersions } from '../../contract/resources/version.js';
import noun from './noun.js';

export default operationCommand(listVersions, {
  options: {
    tag: texts('Filter by tag', { query: 'filter.tag', suggests: ['latest'] }),
  },
  columns: noun.columns,
  empty: 'The landscape has no versions.',
  examples: [
    {
      note: 'Versions that you can read or revert to',
      line: 'archctl version list --landscape LANDSCAPE_ID',
    },
    {
      note: 'Ids of the first three',
      line: 'archctl version list --landscape LANDSCAPE_ID -o csv --fields id --limit 3',
    },
    { note: 'The live version', line: 'archctl version list --landscape LANDSCAPE_ID --tag latest' },
  ],
  related: ['version get', 'version create', 'version revert', 'landscape list'],
});
