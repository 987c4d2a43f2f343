import { command } from '../../cli/command/command.js';
import { getShareLink } from '../../contract/resources/share-link.js';
import { versionPath } from '../shared/version-path.js';
import noun from './noun.js';

export default command({
  summary: 'Show the share link of a version and its visitors',
  scope: ['landscape', 'landscapeVersion'],
  operation: getShareLink,
  examples: {
    'The link of the live version': 'archctl share-link get',
    'Only the URL': 'archctl share-link get -o json --query url',
  },
  related: ['share-link create', 'share-link update'],
  async run(context) {
    const client = await context.client();
    const path = await versionPath(context);
    const { shareLink, stats, url } = await client.call(getShareLink, { path });
    return { kind: 'record', record: { ...shareLink, stats, url }, columns: noun.columns ?? [] };
  },
});
