import { createdAt, id } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'List, create, answer and resolve comments',
  aliases: ['comments'],
  section: 'Models',
  rank: 8.5,
  examples: {
    'Open comments': 'archctl comment list --status open',
    'Reply to a comment': 'archctl comment reply create COMMENT --content "Ten minutes."',
  },
  related: ['draft comment', 'diagram list'],
  columns: [
    id,
    { key: 'body.type', header: 'Type', priority: 2 },
    { key: 'body.status', header: 'Status', kind: 'status', priority: 1 },
    { key: 'body.content', header: 'Comment', priority: 1 },
    { key: 'createdById', header: 'By', kind: 'id', of: 'user', orOf: 'key', priority: 2 },
    {
      key: 'on',
      header: 'On diagrams',
      kind: 'list',
      of: 'diagram',
      priority: 3,
      value: (row: { diagrams?: Readonly<Record<string, unknown>> }) => Object.keys(row.diagrams ?? {}),
    },
    { key: 'replyCount', header: 'Replies', kind: 'number', priority: 3 },
    createdAt,
  ],
  completes: [
    {
      kind: 'comment',
      list: async () => (await import('../../contract/resources/comment.js')).comments.list,
      items: contentsOf,
    },
  ],
});

/** Labels comments by their content. */
function contentsOf(comments: readonly Record<string, unknown>[]) {
  return comments.map(({ id: own, body }) => ({
    id: String(own),
    name: String((body as { content?: unknown } | undefined)?.content ?? ''),
  }));
}
