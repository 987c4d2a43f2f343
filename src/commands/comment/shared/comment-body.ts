import { isObject } from '../../../base/is-object.js';
import type { Context } from '../../../cli/command/spec.js';
import { COMMENT_STATUSES, comments } from '../../../contract/resources/comment.js';

type Json = Record<string, unknown>;

/** Every status of a comment. */
export const STATUSES: readonly string[] = [...new Set(Object.values(COMMENT_STATUSES).flat())];

/** Statuses by type, in a sentence. */
export const STATUSES_IN_WORDS = `${Object.entries(COMMENT_STATUSES)
  .map(([type, statuses]) => `${type}: ${statuses.join(' or ')}`)
  .join('; ')}.`;

const statusesOf = (type: unknown): readonly string[] =>
  Object.entries(COMMENT_STATUSES).find(([name]) => name === type)?.[1] ?? [];

/**
 * The body of a comment, whole. On a new one, type and status are what they usually are. An update takes the body as a
 * whole as well (docs/service.md#comment): what is not named is read first, and the commit that was read makes sure that
 * nobody's change is lost. A type that changes takes its first status along.
 */
export async function withBody(
  body: Json,
  context: Context,
  verb: 'create' | 'upsert' | 'update',
): Promise<Json> {
  const named = isObject(body.body) ? body.body : undefined;
  if (verb === 'update' && named === undefined) return body;
  if (verb !== 'update') return { ...body, body: complete({ type: 'question', ...named }) };
  if (['content', 'type', 'status'].every((field) => named?.[field] !== undefined)) return body;
  // Of many at once, each comes with its whole body.
  const { commentId } = context.parsed.args;
  if (typeof commentId !== 'string') return body;
  const client = await context.client();
  const path = {
    landscapeId: await context.scope('landscape'),
    versionId: await context.scope('landscapeVersion'),
    commentId,
  };
  const { comment } = await client.call(comments.get, { path });
  const { content, type, status, showContentPreview } = comment.body;
  const before = { content, type, status, ...(showContentPreview !== undefined && { showContentPreview }) };
  const isOther = named?.type !== undefined && named.type !== type;
  const { status: _, ...kept } = before;
  return { commit: comment.commit, ...body, body: complete({ ...(isOther ? kept : before), ...named }) };
}

const complete = (comment: Json): Json => {
  const [first] = statusesOf(comment.type);
  return comment.status === undefined && first !== undefined ? { ...comment, status: first } : comment;
};
