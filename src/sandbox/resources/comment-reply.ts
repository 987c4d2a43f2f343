import type { RecordOf } from '../../contract/records.js';
import * as replies from '../../contract/resources/comment-reply.js';
import { danglingReferences } from '../../contract/rules/references.js';
import { type Call, on } from '../call.js';
import { findRecord, requireRecord } from '../records/find.js';
import { scopeOf } from '../records/scope.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { conflict, invalid, notFound } from '../refusal.js';

type Reply = RecordOf<'commentReply'>;
type Writing = Call<typeof replies.createCommentReply | typeof replies.upsertCommentReply>;

/** Replies to the comment in the path, in creation order. */
function list(call: Call) {
  const { records } = call.services.store;
  const comment = requireRecord(call, 'comment', 'commentId');
  const commentReplies = records
    .incoming('comment', comment.id)
    .flatMap(({ kind, id }) => (kind === 'commentReply' ? (records.get(kind, id) ?? []) : []))
    .sort((a, b) => String(a.createdAt).localeCompare(String(b.createdAt)));
  return { commentReplies };
}

/** The reply in the path; undefined if the comment has no reply with this id. */
function findReply(call: Call): Reply | undefined {
  const comment = requireRecord(call, 'comment', 'commentId');
  const found = findRecord(call, 'commentReply', 'commentReplyId');
  return found?.commentId === comment.id ? found : undefined;
}

/** @throws Refusal `not-found` if the comment has no such reply. */
function requireReply(call: Call): Reply {
  const found = findReply(call);
  if (found) return found;
  throw notFound(`The comment reply ${call.parameters.commentReplyId} of this comment`);
}

function create(call: Writing, id: string) {
  const { body } = call;
  const { id: commentId, landscapeId, versionId } = requireRecord(call, 'comment', 'commentId');
  if (call.services.store.records.get('commentReply', id))
    throw conflict(`The id ${id} is already in use.`, 'id-taken');
  const created = {
    id,
    landscapeId,
    versionId,
    commentId,
    mentionedUserIds: [],
    ...body,
    ...createdBy(call),
  };
  return write(call, created);
}

function upsert(call: Call<typeof replies.upsertCommentReply>) {
  const before = findReply(call);
  if (!before) return create(call, call.parameters.commentReplyId ?? '');
  return write(call, { ...before, mentionedUserIds: [], ...call.body, ...updatedBy(call) }, before);
}

/** An update without fields changes nothing. */
function update(call: Call<typeof replies.updateCommentReply>) {
  const before = requireReply(call);
  if (Object.keys(call.body).length === 0) return { commentReply: before };
  return write(call, { ...before, ...call.body, ...updatedBy(call) }, before);
}

/** @throws Refusal `invalid` for unknown users. */
function write(call: Call, reply: Reply, before?: Reply) {
  const problems = danglingReferences('commentReply', reply, scopeOf(call), before);
  if (problems.length > 0) throw invalid(problems);
  const writer = recordWriter(call);
  if (before) writer.update('commentReply', before, reply, call.body);
  else writer.create('commentReply', reply, call.body);
  writer.finish();
  return { commentReply: reply };
}

/** docs/service.md#deletes: returns an empty object. */
function remove(call: Call) {
  const reply = requireReply(call);
  const writer = recordWriter(call);
  writer.remove('commentReply', reply);
  writer.finish();
  return {};
}

/** docs/service.md#comment-reply. */
export const handlers = [
  on(replies.listCommentReplies, list),
  on(replies.getCommentReply, (call) => ({ commentReply: requireReply(call) })),
  on(replies.createCommentReply, (call) => create(call, call.services.newId())),
  on(replies.upsertCommentReply, upsert),
  on(replies.updateCommentReply, update),
  on(replies.deleteCommentReply, remove),
];
