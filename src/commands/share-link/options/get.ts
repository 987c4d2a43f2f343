import { operationCommand } from '../../../cli/command/operation-command.js';
import { getShareLinkOptions } from '../../../contract/resources/share-link.js';
import noun from './noun.js';

export default operationCommand(getShareLinkOptions, {
  args: { optionsShortId: { name: 'OPTIONS_ID', help: 'Short id of the options' } },
  columns: noun.columns ?? [],
  examples: [
    {
      note: 'The options of a link',
      line: 'archctl share-link options get OPTIONS_ID --landscape LANDSCAPE_ID',
    },
    {
      note: 'With all fields',
      line: 'archctl share-link options get OPTIONS_ID --landscape LANDSCAPE_ID -o yaml',
    },
  ],
  related: ['share-link options keep', 'share-link get'],
});
