import { operationCommand } from '../../../cli/command/operation-command.js';
import { listCommentReplies } from '../../../contract/resources/comment-reply.js';
import noun from './noun.js';
import { COMMENT } from './shared/reply-options.js';

export default operationCommand(listCommentReplies, {
  args: COMMENT,
  columns: noun.columns,
  empty: 'No replies.',
  examples: [
    {
      note: 'All replies to a comment',
      line: 'archctl comment reply list COMMENT_ID --landscape LANDSCAPE_ID',
    },
    {
      note: 'The text of each reply, one per line',
      line: 'archctl comment reply list COMMENT_ID --landscape LANDSCAPE_ID --query "[].content"',
    },
  ],
  related: ['comment get', 'comment reply create'],
});
