import { operationCommand, pathOf } from '../../cli/command/operation-command.js';
import type { Context } from '../../cli/command/spec.js';
import { deleteShareLink, getShareLink } from '../../contract/resources/share-link.js';
import { askAbout } from '../shared/ask-about.js';

const question = (context: Context): Promise<string> =>
  askAbout(
    context,
    async () => {
      const client = await context.client();
      return client.perform(getShareLink, { path: await pathOf(context, getShareLink) });
    },
    ({ url, stats }) => {
      const { totalVisitorCount = 0 } = stats as { totalVisitorCount?: number };
      return `Delete the share link ${url}, which was visited ${totalVisitorCount} times?`;
    },
    'Delete the share link of this version?',
  );

export default operationCommand(deleteShareLink, {
  details: 'Asks first; give --yes in scripts. The address leads nowhere from then on.',
  columns: [],
  examples: [
    { note: 'Asks first', line: 'archctl share-link delete --landscape LANDSCAPE_ID' },
    { note: 'In a script', line: 'archctl share-link delete --landscape LANDSCAPE_ID --yes' },
  ],
  related: ['share-link create', 'share-link update'],
  confirm: question,
  done: () => 'The share link is deleted.',
});
