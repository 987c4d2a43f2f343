import { randomId } from '../../base/random-id.js';
import { readStdin } from '../../cli/command/input/read-input.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, flag, identifier, identifiers, number, text } from '../../cli/command/options.js';
import { COMMENT_TYPES } from '../../contract/enums.js';
import { COMMENT_STATUSES, type CommentType } from '../../contract/resources/comment.js';
import { createDraftTask } from '../../contract/resources/draft-task.js';
import { DRAFT_TASK, entityName } from './shared/draft-task-columns.js';

const STATUSES = [...new Set(Object.values(COMMENT_STATUSES).flat())];

export default operationCommand(createDraftTask, {
  summary: 'Add a comment to a draft',
  details: `Statuses by type: ${Object.entries(COMMENT_STATUSES)
    .map(([type, statuses]) => `${type}: ${statuses.join(' or ')}`)
    .join('; ')}.`,
  args: { draftId: { name: 'DRAFT', help: 'Draft', completes: 'draft' } },
  options: {
    entity: identifier('Id of the new comment', { fallback: 'a new id', body: 'task.entityId' }),
    content: text('Text of the comment; - for stdin', { required: true, body: 'task.props.body.content' }),
    type: choice(COMMENT_TYPES, 'Kind of comment', { fallback: 'question', body: 'task.props.body.type' }),
    status: text('Status (default: the first of its type)', {
      body: 'task.props.body.status',
      suggests: STATUSES,
    }),
    preview: flag('Show a preview of the content', { body: 'task.props.body.showContentPreview' }),
    mention: identifiers('User to mention', {
      value: 'USER',
      body: 'task.props.mentionedUserIds',
      completes: 'user',
    }),
    handleId: identifier('Handle of the comment', { body: 'task.props.handleId' }),
    commit: number('Expected commit of the draft', { integer: true, body: 'commit' }),
  },
  positional: { content: 'TEXT' },
  columns: DRAFT_TASK,
  extra: entityName,
  examples: {
    'A question': 'archctl draft comment DRAFT "Who owns this?"',
    'An idea': 'archctl draft comment DRAFT "Cache it" --type idea',
  },
  related: ['draft list', 'draft add-task'],
  async finish(body, { parsed: { options }, world }) {
    const task = body.task as { props?: { body?: { type?: CommentType; status?: string } } } | undefined;
    if (options.content === '-') options.content = (await readStdin(world, '--content')).trimEnd();
    const content = typeof options.content === 'string' && { content: options.content };
    const comment = { type: 'question' as CommentType, ...task?.props?.body, ...content };
    const status = comment.status ?? COMMENT_STATUSES[comment.type]?.[0];
    return {
      ...body,
      task: {
        type: 'draft-comment-create',
        entityId: randomId(),
        ...task,
        props: { ...task?.props, body: { ...comment, ...(status ? { status } : {}) } },
      },
    };
  },
  done({ id, draftId }, { knownNames, showsIds }) {
    const draft = knownNames.get(String(draftId));
    return `Added the comment${draft === undefined ? '' : ` to draft "${draft}"`}${showsIds ? ` (${id})` : ''}.`;
  },
});
