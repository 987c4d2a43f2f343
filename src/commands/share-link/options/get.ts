import { operationCommand } from '../../../cli/command/operation-command.js';
import { getShareLinkOptions } from '../../../contract/resources/share-link.js';
import noun from './noun.js';

export default operationCommand(getShareLinkOptions, {
  args: { optionsShortId: { name: 'OPTIONS_ID', help: 'Short id of the options' } },
  columns: noun.columns ?? [],
  examples: {
    'The options of a link': 'archctl share-link options get OPTIONS_ID --landscape LANDSCAPE_ID',
    'With all fields': 'archctl share-link options get OPTIONS_ID --landscape LANDSCAPE_ID -o yaml',
  },
  related: ['share-link options keep', 'share-link get'],
});
