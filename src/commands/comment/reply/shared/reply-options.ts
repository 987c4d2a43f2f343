import { identifiers, text } from '../../../../cli/command/options.js';

export const COMMENT = { commentId: { name: 'COMMENT', help: 'Comment', completes: 'comment' } } as const;

export const REPLY = { ...COMMENT, commentReplyId: { name: 'REPLY_ID', help: 'Reply' } } as const;

const mention = identifiers('User to mention; replaces the current list', {
  value: 'USER',
  body: 'mentionedUserIds',
  completes: 'user',
});

export const REPLY_FIELDS = {
  content: text('Text of the reply', { required: true, body: 'content' }),
  mention,
} as const;

export const REPLY_CHANGES = { content: text('Text of the reply', { body: 'content' }), mention } as const;
