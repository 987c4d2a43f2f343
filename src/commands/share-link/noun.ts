import { createdAt, id, updatedAt } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Share a landscape by a URL that needs no account',
  aliases: ['share-links'],
  section: 'Models',
  rank: 20,
  examples: {
    'The share link and its visitors': 'archctl share-link get',
    'Share a landscape with a password, which is prompted for': 'archctl share-link create --protected',
  },
  related: ['landscape list', 'organization update'],
  columns: [
    { key: 'url', header: 'URL', priority: 1 },
    { key: 'shortId', header: 'Short ID', kind: 'id', priority: 2 },
    { key: 'protected', header: 'Password', kind: 'boolean', priority: 2 },
    { key: 'stats.totalVisitorCount', header: 'Visits', kind: 'number', priority: 3 },
    { key: 'stats.viewedAt', header: 'Last visit', kind: 'time', priority: 3 },
    { key: 'draftId', header: 'Draft', kind: 'id', of: 'draft', priority: 5 },
    { key: 'versionId', header: 'Version', kind: 'id', of: 'version', priority: 5 },
    id,
    updatedAt,
    createdAt,
  ],
});
