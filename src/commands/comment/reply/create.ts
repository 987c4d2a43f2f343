import { operationCommand } from '../../../cli/command/operation-command.js';
import { createCommentReply } from '../../../contract/resources/comment-reply.js';
import noun from './noun.js';
import { COMMENT, REPLY_FIELDS } from './shared/reply-options.js';

export default operationCommand(createCommentReply, {
  args: COMMENT,
  options: REPLY_FIELDS,
  columns: noun.columns,
  examples: {
    'An answer': 'archctl comment reply create COMMENT_ID --landscape LANDSCAPE_ID --content "Ten minutes."',
    'Mention a user':
      'archctl comment reply create COMMENT_ID --landscape LANDSCAPE_ID --content "Is it?" --mention USER_ID',
  },
  related: ['comment reply list', 'comment update'],
  done: ({ id }, { showsIds }) => `Reply added${showsIds ? ` (${id})` : ''}.`,
});
