import { pathOf } from '../../../cli/command/operation-command.js';
import { operationCommands } from '../../../cli/command/operation-commands.js';
import { identifiers, text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import {
  createCommentReply,
  deleteCommentReply,
  getCommentReply,
  listCommentReplies,
  updateCommentReply,
  upsertCommentReply,
} from '../../../contract/resources/comment-reply.js';
import noun from './noun.js';

const COMMENT = { commentId: { name: 'COMMENT', help: 'Comment', completes: 'comment' } } as const;

const REPLY = { ...COMMENT, commentReplyId: { name: 'REPLY_ID', help: 'Reply' } } as const;

const mention = identifiers('User to mention; replaces the current list', {
  value: 'USER',
  body: 'mentionedUserIds',
  completes: 'user',
});

const REPLY_FIELDS = {
  content: text('Text of the reply', { required: true, body: 'content' }),
  mention,
} as const;

const REPLY_CHANGES = { content: text('Text of the reply', { body: 'content' }), mention } as const;

export default operationCommands(
  { args: REPLY, columns: noun.columns },
  {
    create: {
      operation: createCommentReply,
      options: REPLY_FIELDS,
      examples: {
        'Reply to a comment': 'archctl comment reply create COMMENT --content "Ten minutes."',
        'Mention a user': 'archctl comment reply create COMMENT --content "Is it?" --mention USER',
      },
      related: ['comment reply list', 'comment update'],
      done: ({ id }, { showsIds }) => `Added reply${showsIds ? ` ${id}` : ''}.`,
    },
    delete: {
      operation: deleteCommentReply,
      details: 'Asks for confirmation; use --yes in scripts.',
      columns: [{ key: 'id', header: 'ID', kind: 'id' }],
      examples: {
        'Asks for confirmation': 'archctl comment reply delete COMMENT REPLY_ID',
        'In a script': 'archctl comment reply delete COMMENT REPLY_ID --yes -o json',
      },
      related: ['comment reply list', 'comment delete'],
      confirm: question,
      shown: (_, { parsed }) => ({ id: parsed.args.commentReplyId }),
      done: (_, { parsed }) => `Deleted reply ${parsed.args.commentReplyId}.`,
    },
    get: {
      operation: getCommentReply,
      columns: [...noun.columns, { key: 'updatedAt', header: 'Updated', kind: 'time', priority: 4 }],
      examples: {
        'One reply': 'archctl comment reply get COMMENT REPLY_ID',
        'All fields': 'archctl comment reply get COMMENT REPLY_ID -o yaml',
      },
      related: ['comment reply list', 'comment reply update'],
    },
    list: {
      operation: listCommentReplies,
      empty: 'No replies.',
      examples: {
        'All replies to a comment': 'archctl comment reply list COMMENT',
        'The text of each reply, one per line': 'archctl comment reply list COMMENT --query "[].content"',
      },
      related: ['comment get', 'comment reply create'],
    },
    update: {
      operation: updateCommentReply,
      options: REPLY_CHANGES,
      examples: {
        'Change the text': 'archctl comment reply update COMMENT REPLY_ID --content "Nine minutes."',
        'From a file': 'archctl comment reply update COMMENT REPLY_ID --data @reply.yaml',
      },
      related: ['comment reply get', 'comment reply list'],
      done: (reply) => `Updated reply ${reply.id}.`,
    },
    upsert: {
      operation: upsertCommentReply,
      details:
        'Creates a reply with the id you choose. If the comment already has that reply, replaces it completely. Safe to run twice.',
      args: { ...COMMENT, commentReplyId: { name: 'NEW_ID', help: 'Id of the reply, new or existing' } },
      options: REPLY_FIELDS,
      examples: {
        'A reply with an id of your own':
          'archctl comment reply upsert COMMENT NEW_ID --content "Ten minutes."',
        'From a file, with another text':
          'archctl comment reply upsert COMMENT NEW_ID --data @reply.yaml --content Nine',
      },
      related: ['comment reply create', 'comment reply update'],
      done: (reply) => `Saved reply ${reply.id}.`,
    },
  },
);

/** Reads the reply for the question; skipped in scripts, which do not ask. */
async function question(context: Context): Promise<string> {
  const id = String(context.parsed.args.commentReplyId);
  if (!context.asks) return `Delete the reply ${id}?`;
  const client = await context.client();
  const answer = await client.perform(getCommentReply, { path: await pathOf(context, getCommentReply) });
  const { content = '' } = answer.commentReply as { content?: string };
  return `Delete the reply "${content.replace(/\s+/g, ' ')}" (${id})?`;
}
