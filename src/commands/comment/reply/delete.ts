import { operationCommand, pathOf } from '../../../cli/command/operation-command.js';
import type { Context } from '../../../cli/command/spec.js';
import { deleteCommentReply, getCommentReply } from '../../../contract/resources/comment-reply.js';
import { REPLY } from './shared/reply-options.js';

export default operationCommand(deleteCommentReply, {
  details: 'Asks for confirmation; use --yes in scripts.',
  args: REPLY,
  columns: [{ key: 'id', header: 'ID', kind: 'id' }],
  examples: {
    'Asks for confirmation': 'archctl comment reply delete COMMENT_ID REPLY_ID --landscape LANDSCAPE_ID',
    'In a script': 'archctl comment reply delete COMMENT_ID REPLY_ID --landscape LANDSCAPE_ID --yes -o json',
  },
  related: ['comment reply list', 'comment delete'],
  confirm: question,
  shown: (_, { parsed }) => ({ id: parsed.args.commentReplyId }),
  done: (_, { parsed }) => `Reply ${parsed.args.commentReplyId} deleted.`,
});

/** Reads the reply for the question; skipped in scripts, which do not ask. */
async function question(context: Context): Promise<string> {
  const id = String(context.parsed.args.commentReplyId);
  if (!context.asks) return `Delete the reply ${id}?`;
  const client = await context.client();
  const answer = await client.perform(getCommentReply, { path: await pathOf(context, getCommentReply) });
  const { content = '' } = answer.commentReply as { content?: string };
  return `Delete the reply "${content.replace(/\s+/g, ' ')}" (${id})?`;
}
