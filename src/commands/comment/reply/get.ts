import { operationCommand } from '../../../cli/command/operation-command.js';
import { getCommentReply } from '../../../contract/resources/comment-reply.js';
import noun from './noun.js';
import { REPLY } from './shared/reply-options.js';

export default operationCommand(getCommentReply, {
  args: REPLY,
  columns: [...noun.columns, { key: 'updatedAt', header: 'Updated', kind: 'time', priority: 4 }],
  examples: {
    'One reply': 'archctl comment reply get COMMENT_ID REPLY_ID --landscape LANDSCAPE_ID',
    'All fields': 'archctl comment reply get COMMENT_ID REPLY_ID --landscape LANDSCAPE_ID -o yaml',
  },
  related: ['comment reply list', 'comment reply update'],
});
