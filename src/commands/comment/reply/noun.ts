import { createdAt, id } from '../../../cli/command/columns.js';
import { noun } from '../../../cli/command/noun.js';

export default noun({
  summary: 'Read and write the replies to a comment',
  aliases: ['replies'],
  examples: {
    'All replies to a comment': 'archctl comment reply list COMMENT',
    'Reply to a comment': 'archctl comment reply create COMMENT --content "Ten minutes."',
  },
  related: ['comment get', 'comment update'],
  columns: [
    id,
    { key: 'content', header: 'Reply', priority: 1 },
    { key: 'createdById', header: 'By', kind: 'id', of: 'user', orOf: 'key', priority: 2 },
    { key: 'mentionedUserIds', header: 'Mentions', kind: 'list', of: 'user', priority: 4 },
    createdAt,
  ],
});
