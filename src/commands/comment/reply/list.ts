import { operationCommand } from '../../../cli/command/operation-command.js';
import { listCommentReplies } from '../../../contract/resources/comment-reply.js';
import noun from './noun.js';
import { COMMENT } from './shared/reply-options.js';

export default operationCommand(listCommentReplies, {
  args: COMMENT,
  columns: noun.columns,
  empty: 'No replies.',
  examples: {
    'All replies to a comment': 'archctl comment reply list COMMENT_ID --landscape LANDSCAPE_ID',
    'The text of each reply, one per line':
      'archctl comment reply list COMMENT_ID --landscape LANDSCAPE_ID --query "[].content"',
  },
  related: ['comment get', 'comment reply create'],
});
