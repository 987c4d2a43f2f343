import * as z from 'zod/mini';
import { family } from '../family.js';
import { commentFields } from '../fields/comment.js';
import { createSchema, recordSchema, updateSchema } from '../fields/field.js';
import { strict, text } from '../schema.js';

export { COMMENT_STATUSES, type CommentType, commentBody } from '../fields/comment.js';

/** docs/service.md#comment. */
export const comment = recordSchema(commentFields);
/** A comment on a diagram. */
export type Comment = z.infer<typeof comment>;
export const commentInput = createSchema(commentFields);
export const commentPatch = updateSchema(commentFields);

export const comments = family({
  id: 'comments',
  word: 'comment',
  noun: 'comment',
  singular: 'comment',
  plural: 'comments',
  segment: 'comments',
  param: 'commentId',
  fields: commentFields,
  resource: comment,
  create: commentInput,
  update: commentPatch,
  filter: strict({}),
  listQuery: { status: z.optional(z.union([text(), z.array(text())])) },
  logged: 'low',
  isModel: false,
  writeAccess: 'read',
});
