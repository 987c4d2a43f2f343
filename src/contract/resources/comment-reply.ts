import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { partOf, record, refersTo } from '../record.js';
import { deletion, id, loose, stamps, strict, text } from '../schema.js';

/** docs/service.md#comment-reply. */
export const commentReply = loose({
  id: text(),
  commentId: text(),
  landscapeId: z.optional(text()),
  versionId: z.optional(text()),
  content: z.optional(text()),
  mentionedUserIds: z.optional(z.array(text())),
  latestEntityId: z.nullish(text()),
  ...z.partial(loose(stamps)).shape,
  ...deletion,
});
/** A reply to a comment. */
export type CommentReply = z.infer<typeof commentReply>;

export const commentReplyRecord = record({
  kind: 'commentReply',
  noun: 'comment reply',
  owner: 'version',
  schema: commentReply,
  references: { commentId: partOf('comment'), mentionedUserIds: refersTo('user') },
  logged: 'low',
});

const mentionedUserIds = z.optional(z.array(id()));
export const commentReplyInput = strict({ content: id(), mentionedUserIds });
export const commentReplyPatch = strict({ content: z.optional(id()), mentionedUserIds });

const collection = '/landscapes/{landscapeId}/versions/{versionId}/comments/{commentId}/replies';
const item = `${collection}/{commentReplyId}` as const;
const one = { response: loose({ commentReply }), envelope: 'commentReply', answers: 'one' } as const;
const reads = { meter: 'read', access: 'read' } as const;
// Readers may comment (docs/service.md#permissions).
const writes = { meter: 'write', access: 'read' } as const;

export const listCommentReplies = operation({
  id: 'comments.replies.list',
  method: 'GET',
  path: collection,
  response: loose({ commentReplies: z.array(commentReply) }),
  envelope: 'commentReplies',
  answers: 'list',
  ...reads,
  summary: 'List the replies to a comment',
});

export const getCommentReply = operation({
  id: 'comments.replies.get',
  method: 'GET',
  path: item,
  ...one,
  ...reads,
  summary: 'Get a reply to a comment',
});

export const createCommentReply = operation({
  id: 'comments.replies.create',
  method: 'POST',
  path: collection,
  body: commentReplyInput,
  ...one,
  ...writes,
  summary: 'Reply to a comment',
});

export const upsertCommentReply = operation({
  id: 'comments.replies.upsert',
  method: 'PUT',
  path: item,
  body: commentReplyInput,
  ...one,
  ...writes,
  summary: 'Create or replace a reply to a comment',
});

export const updateCommentReply = operation({
  id: 'comments.replies.update',
  method: 'PATCH',
  path: item,
  body: commentReplyPatch,
  ...one,
  ...writes,
  summary: 'Update a reply to a comment',
});

export const deleteCommentReply = operation({
  id: 'comments.replies.delete',
  method: 'DELETE',
  path: item,
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  ...writes,
  summary: 'Delete a reply to a comment',
});
