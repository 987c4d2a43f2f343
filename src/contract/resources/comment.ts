import * as z from 'zod/mini';
import { countOf, placedOn } from '../derivations.js';
import { family } from '../family.js';
import { refersTo } from '../record.js';
import { id, loose, strict, text, versioned } from '../schema.js';

/** Comment types and the statuses each may have (docs/service.md#comment). */
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

/** docs/service.md#comment. */
export const comment = loose({
  ...versioned,
  body: loose({ content: z.optional(text()), type: z.optional(text()), status: z.optional(text()) }),
  mentionedUserIds: z.optional(z.array(text())),
  replyCount: z.optional(z.number()),
  diagrams: z.optional(z.record(z.string(), loose({ id: text() }))),
});
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
  references: { mentionedUserIds: refersTo('user') },
  // Comments are the only family without labels.
  defaults: () => ({ labels: undefined, mentionedUserIds: [] }),
  derived: { diagrams: placedOn('commentId'), replyCount: countOf('commentReply') },
  logged: 'low',
  isModel: false,
  writeAccess: 'read',
});
