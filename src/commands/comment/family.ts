import { isObject } from '../../base/is-object.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { pluralize } from '../../base/text/words.js';
import { familyCommands } from '../../cli/command/family/family-command.js';
import { choice, flag, identifiers, no, text, texts } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { versionPath } from '../../cli/command/version-path.js';
import { COMMENT_TYPES } from '../../contract/enums.js';
import { COMMENT_STATUSES, comments } from '../../contract/resources/comment.js';
import noun from './noun.js';

const STATUSES: readonly string[] = [...new Set(Object.values(COMMENT_STATUSES).flat())];

/** Statuses by type, as a sentence. */
const STATUSES_IN_WORDS = `${Object.entries(COMMENT_STATUSES)
  .map(([type, statuses]) => `${type}: ${statuses.join(' or ')}`)
  .join('; ')}.`;

const statusesOf = (type: unknown): readonly string[] =>
  Object.entries(COMMENT_STATUSES).find(([name]) => name === type)?.[1] ?? [];

/**
 * The complete body of a comment. A create uses the default type and status. The service expects an update to send the
 * whole body too (docs/service.md#comment): fields without an option are read first, and the commit of that read
 * protects concurrent changes. If the type changes, its first status is used.
 */
async function withBody(
  body: JsonObject,
  context: Context,
  verb: 'create' | 'upsert' | 'update',
): Promise<JsonObject> {
  const named = isObject(body.body) ? body.body : undefined;
  if (verb === 'update' && named === undefined) return body;
  if (verb !== 'update') return { ...body, body: complete({ type: 'question', ...named }) };
  if (['content', 'type', 'status'].every((field) => named?.[field] !== undefined)) return body;
  // In bulk operations, each request carries its own complete body.
  const { commentId } = context.parsed.args;
  if (typeof commentId !== 'string') return body;
  const client = await context.client();
  const path = {
    ...(await versionPath(context)),
    commentId,
  };
  const { comment } = await client.call(comments.get, { path });
  const { content, type, status, showContentPreview } = comment.body;
  const before = { content, type, status, ...(showContentPreview !== undefined && { showContentPreview }) };
  const isOther = named?.type !== undefined && named.type !== type;
  const { status: _, ...otherFields } = before;
  return {
    commit: comment.commit,
    ...body,
    body: complete({ ...(isOther ? otherFields : before), ...named }),
  };
}

const complete = (comment: JsonObject): JsonObject => {
  const [first] = statusesOf(comment.type);
  return comment.status === undefined && first !== undefined ? { ...comment, status: first } : comment;
};

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
