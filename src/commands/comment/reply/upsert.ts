import { operationCommand } from '../../../cli/command/operation-command.js';
import { upsertCommentReply } from '../../../contract/resources/comment-reply.js';
import noun from './noun.js';
import { COMMENT, REPLY_FIELDS } from './shared/reply-options.js';

export default operationCommand(upsertCommentReply, {
  details:
    'Makes a reply under the id you name; where the comment has one, it is replaced as a whole. Safe to run twice.',
  args: { ...COMMENT, commentReplyId: { name: 'NEW_ID', help: 'Id of the reply, new or not' } },
  options: REPLY_FIELDS,
  columns: noun.columns,
  examples: [
    {
      note: 'An answer, under an id of your own',
      line: 'archctl comment reply upsert COMMENT_ID NEW_ID --landscape LANDSCAPE_ID --content "Ten minutes."',
    },
    {
      note: 'From a file, with another text',
      line: 'archctl comment reply upsert COMMENT_ID NEW_ID --landscape LANDSCAPE_ID --data @reply.yaml --content Nine',
    },
  ],
  related: ['comment reply create', 'comment reply update'],
  done: (reply) => `Reply ${reply.id} is in place.`,
});
