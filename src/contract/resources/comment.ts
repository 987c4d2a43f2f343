import * as z from 'zod/mini';
import { family } from '../family.js';
import { id, loose, strict, text, versioned } from '../schema.js';

/** Comment types and the statuses each may have (known answers, example-only fields). */
export const COMMENT_STATUSES = {
  question: ['open', 'resolved'],
  inaccurate: ['open', 'resolved'],
  idea: ['active', 'dismissed'],
  'new-question': ['create'],
  'new-inaccurate': ['create'],
  'new-idea': ['create'],
} as const;
export type CommentType = keyof typeof COMMENT_STATUSES;

/** Body of a comment; the allowed statuses depend on the type. */
export const commentBody = strict({
  content: id(),
  showContentPreview: z.optional(z.boolean()),
  type: z.enum(Object.keys(COMMENT_STATUSES) as CommentType[]),
  status: text(),
}).check(
  z.superRefine((body, context) => {
    const allowed: readonly string[] = COMMENT_STATUSES[body.type];
    if (!allowed.includes(body.status)) {
      context.addIssue({
        code: 'custom',
        path: ['status'],
        message: `must be ${allowed.join(' or ')} for type ${body.type}`,
      });
    }
  }),
);

export const commentInput = strict({
  body: commentBody,
  commit: z.optional(z.number()),
  mentionedUserIds: z.optional(z.array(id())),
  handleId: z.optional(id()),
});

export const commentPatch = strict({
  body: z.optional(commentBody),
  commit: z.optional(z.number()),
  mentionedUserIds: z.optional(z.array(id())),
});

/** Known answers, Comment. */
export const comment = loose({ ...versioned, body: loose({ content: z.optional(text()) }) });
export type Comment = z.infer<typeof comment>;

export const comments = family({
  id: 'comments',
  word: 'comment',
  noun: 'comment',
  singular: 'comment',
  plural: 'comments',
  segment: 'comments',
  param: 'commentId',
  resource: comment,
  create: commentInput,
  update: commentPatch,
  filter: strict({}),
  listQuery: { status: z.optional(z.union([text(), z.array(text())])) },
  writeAccess: 'read',
});
