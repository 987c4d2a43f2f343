import { operationCommand } from '../../../cli/command/operation-command.js';
import { updateCommentReply } from '../../../contract/resources/comment-reply.js';
import noun from './noun.js';
import { REPLY, REPLY_CHANGES } from './shared/reply-options.js';

export default operationCommand(updateCommentReply, {
  args: REPLY,
  options: REPLY_CHANGES,
  columns: noun.columns,
  examples: {
    'Change the text':
      'archctl comment reply update COMMENT_ID REPLY_ID --landscape LANDSCAPE_ID --content "Nine minutes."',
    'From a file':
      'archctl comment reply update COMMENT_ID REPLY_ID --landscape LANDSCAPE_ID --data @reply.yaml',
  },
  related: ['comment reply get', 'comment reply list'],
  done: (reply) => `Reply ${reply.id} updated.`,
});
