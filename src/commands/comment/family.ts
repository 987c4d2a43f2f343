import { isObject } from '../../base/is-object.js';
import { pluralize } from '../../base/words.js';
import { familyCommands } from '../../cli/command/family/family-command.js';
import { choice, flag, identifiers, no, text, texts } from '../../cli/command/options.js';
import { COMMENT_TYPES } from '../../contract/enums.js';
import { comments } from '../../contract/resources/comment.js';
import noun from './noun.js';
import { STATUSES, STATUSES_IN_WORDS, withBody } from './shared/comment-body.js';

export default familyCommands({
  family: comments,
  completes: 'comment',
  columns: noun.columns,
  filters: {
    status: texts('Filter by status', { value: 'STATUS', query: 'status', suggests: STATUSES }),
  },
  fields: {
    content: text('Text of the comment', { required: true, body: 'body.content' }),
    type: choice(COMMENT_TYPES, 'Kind of comment (default: question)', { body: 'body.type' }),
    status: text(`Status (default: the first of its type). ${STATUSES_IN_WORDS}`, {
      body: 'body.status',
      suggests: STATUSES,
    }),
    preview: flag('Show a preview of the content', { body: 'body.showContentPreview' }),
    noPreview: no('Show no preview of the content', { body: 'body.showContentPreview' }),
    mention: identifiers('User to mention; replaces the current list', {
      value: 'USER',
      body: 'mentionedUserIds',
      completes: 'user',
    }),
  },
  finish: withBody,
  labelOf: ({ body }) => (isObject(body) ? body.content : undefined),
  otherLosses: ({ replyCount }) =>
    typeof replyCount === 'number' && replyCount > 0 ? ` with ${pluralize(replyCount, 'reply')}` : '',
  examples: {
    list: {
      'Open comments with their authors': 'archctl comment list --status open --status active',
    },
    create: {
      'A question': 'archctl comment create --content "Who owns this?"',
      'An idea that mentions a user':
        'archctl comment create --content "Cache it" --type idea --mention USER',
    },
    update: {
      'Resolve a comment': 'archctl comment update COMMENT --status resolved',
    },
  },
  changesFile: 'comment.yaml',
  related: ['comment reply create'],
});
