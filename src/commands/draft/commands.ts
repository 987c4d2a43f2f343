import { randomId } from '../../base/random-id.js';
import { readStdin } from '../../cli/command/input/read-input.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { choice, flag, identifier, identifiers, number, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { COMMENT_TYPES } from '../../contract/enums.js';
import { COMMENT_STATUSES, type CommentType } from '../../contract/resources/comment.js';
import { rebaseDraft } from '../../contract/resources/draft.js';
import { createDraftTask } from '../../contract/resources/draft-task.js';
import noun from './noun.js';
import { draftEffects } from './shared/draft-effects.js';
import { DRAFT_TASK, entityName } from './shared/draft-task-columns.js';
import { OPEN_DRAFT } from './shared/open-draft.js';
import { TASK_OPTIONS, taskBody } from './shared/task-body.js';

const STATUSES = [...new Set(Object.values(COMMENT_STATUSES).flat())];

export default {
  'add-task': operationCommand(createDraftTask, {
    summary: 'Add a task of any of the 28 types to a draft',
    details:
      'Create tasks take the create body as props. Update tasks take props and snapshot (the values before). Delete tasks take neither. --data accepts these fields with or without an outer "task", and names instead of ids. archctl validates the task before it sends it.',
    args: { draftId: OPEN_DRAFT },
    options: TASK_OPTIONS,
    columns: DRAFT_TASK,
    extra: entityName,
    finish: taskBody,
    examples: {
      'Plan a change of an object': `archctl draft add-task DRAFT --type draft-model-object-update --entity OBJECT --data '{"props":{"status":"deprecated"},"snapshot":{"status":"live"}}'`,
      'Plan the removal of a connection':
        'archctl draft add-task DRAFT --type draft-model-connection-delete --entity CONNECTION',
      'A task from a file': 'archctl draft add-task DRAFT --data @task.yaml',
    },
    related: ['draft list', 'draft comment'],
  }),
  comment: operationCommand(createDraftTask, {
    summary: 'Add a comment to a draft',
    details: `Statuses by type: ${Object.entries(COMMENT_STATUSES)
      .map(([type, statuses]) => `${type}: ${statuses.join(' or ')}`)
      .join('; ')}.`,
    args: { draftId: OPEN_DRAFT },
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
  }),
  rebase: operationCommand(rebaseDraft, {
    summary: 'Update a draft to the current live model',
    details:
      'Records the current values in its tasks, so that a merge no longer reports conflicts and overwrites them. Asks for confirmation; use --yes in scripts.',
    args: { draftId: OPEN_DRAFT },
    columns: noun.columns,
    examples: {
      'Asks for confirmation': 'archctl draft rebase DRAFT',
      'In a script': 'archctl draft rebase DRAFT --yes -o json',
    },
    related: ['draft merge', 'draft task list'],
    confirm: question,
    done: (draft) => `Draft "${draft.name}" is now based on the current live model.`,
  }),
};

/** The question lists the changes of a merge after the rebase; scripts skip it. */
async function question(context: Context): Promise<string> {
  const id = String(context.parsed.args.draftId);
  if (!context.asks) return `Let the draft ${id} overwrite the changes made since?`;
  const { draft, landscape, changes } = await draftEffects(context, id);
  return `Let the draft ${draft} overwrite the changes made since in the landscape ${landscape}: ${changes}?`;
}
