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
  examples: {
    'Versions that you can read or revert to': 'archctl version list --landscape LANDSCAPE_ID',
    'Ids of the first three': 'archctl version list --landscape LANDSCAPE_ID -o csv --fields id --limit 3',
    'The live version': 'archctl version list --landscape LANDSCAPE_ID --tag latest',
  },
  related: ['version get', 'version create', 'version revert', 'landscape list'],
});
