import { operationCommand } from '../../../cli/command/operation-command.js';
import { upsertCommentReply } from '../../../contract/resources/comment-reply.js';
import noun from './noun.js';
import { COMMENT, REPLY_FIELDS } from './shared/reply-options.js';

export default operationCommand(upsertCommentReply, {
  details:
    'Creates a reply with the id you choose. If the comment already has that reply, replaces it completely. Safe to run twice.',
  args: { ...COMMENT, commentReplyId: { name: 'NEW_ID', help: 'Id of the reply, new or existing' } },
  options: REPLY_FIELDS,
  columns: noun.columns,
  examples: {
    'A reply with an id of your own':
      'archctl comment reply upsert COMMENT_ID NEW_ID --landscape LANDSCAPE_ID --content "Ten minutes."',
    'From a file, with another text':
      'archctl comment reply upsert COMMENT_ID NEW_ID --landscape LANDSCAPE_ID --data @reply.yaml --content Nine',
  },
  related: ['comment reply create', 'comment reply update'],
  done: (reply) => `Saved reply ${reply.id}.`,
});
