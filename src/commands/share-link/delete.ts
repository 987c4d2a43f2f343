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
      return `Delete the share link ${url} with ${totalVisitorCount} visitors?`;
    },
    'Delete the share link of this version?',
  );

export default operationCommand(deleteShareLink, {
  details: 'Asks for confirmation; use --yes in scripts. The URL stops working.',
  columns: [],
  examples: {
    'Asks for confirmation': 'archctl share-link delete',
    'In a script': 'archctl share-link delete --yes',
  },
  related: ['share-link create', 'share-link update'],
  confirm: question,
  done: () => 'Deleted the share link.',
});
