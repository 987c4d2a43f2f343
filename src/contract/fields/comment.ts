import * as z from 'zod/mini';
import { countOf, diagramsShowing } from '../derivations.js';
import { refersTo } from '../record.js';
import { id, loose, strict, text } from '../schema.js';
import { field } from './field.js';
import { commonFields, readOnlyField } from './types.js';

/** Comment types and the statuses each may have (docs/service.md#comment). */
export const COMMENT_STATUSES = {
  question: ['open', 'resolved'],
  inaccurate: ['open', 'resolved'],
  idea: ['active', 'dismissed'],
  'new-question': ['create'],
  'new-inaccurate': ['create'],
  'new-idea': ['create'],
} as const;
/** Type of a comment. */
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

const ids = () => z.optional(z.array(id()));

export const commentFields = {
  body: field(
    {
      record: loose({ content: z.optional(text()), type: z.optional(text()), status: z.optional(text()) }),
      create: commentBody,
      update: z.optional(commentBody),
    },
    { is: 'other', description: 'Text, type and status', option: false },
  ),
  mentionedUserIds: field(
    { record: z.optional(z.array(text())), create: ids(), update: ids() },
    {
      is: 'references',
      to: 'user',
      description: 'User to mention; replaces the current list',
      detail: { header: 'Mentions', priority: 4 },
      option: false,
    },
    { reference: refersTo('user'), initial: () => [] },
  ),
  replyCount: readOnlyField(z.optional(z.number()), countOf('commentReply'), {
    is: 'number',
    column: { header: 'Replies', priority: 3 },
  }),
  diagrams: readOnlyField(
    z.optional(z.record(z.string(), loose({ id: text(), commentId: z.optional(text()) }))),
    diagramsShowing('commentId'),
  ),
  // Comments are the only family without labels.
  labels: field({}, { is: 'other', description: '' }, { initial: undefined }),
  handleId: commonFields.handleId,
};
