import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let commentId: string;
beforeEach(async () => {
  api = await openSandboxApi();
  const body = { content: 'Why?', type: 'question', status: 'open' };
  commentId = (await api.must('comments.create', {}, { body })).id;
});
afterEach(() => api.sandbox.close());

const createReply = (content: string, more: object = {}) =>
  api.must('comments.replies.create', { commentId }, { content, ...more });
const list = () => api.must('comments.replies.list', { commentId });
const status = async (
  id: string,
  parameters: Record<string, string>,
  body?: unknown,
  key?: SandboxApi['sandbox']['adminKey'],
) => (await api.perform(id, parameters, { ...(body !== undefined && { body }), ...(key && { key }) })).status;

describe('replies to a comment', () => {
  it('are listed in order, and counted by the comment', async () => {
    const [first, second] = [await createReply('One'), await createReply('Two')];
    expect(await list()).toEqual([first, second]);
    expect(await api.must('comments.get', { commentId })).toMatchObject({ replyCount: 2, commit: 1 });
    await api.must('comments.replies.delete', { commentId, commentReplyId: first.id });
    expect(await list()).toEqual([second]);
    expect(await api.must('comments.get', { commentId })).toMatchObject({ replyCount: 1 });
  });

  it('have no labels, handle or commit', async () => {
    const reply = await createReply('One');
    for (const field of ['labels', 'handleId', 'commit', 'version']) expect(reply).not.toHaveProperty(field);
    expect(reply).toMatchObject({ createdBy: 'api-key', versionId: expect.any(String) });
  });

  it('are deleted with it, with one log entry each', async () => {
    const reply = await createReply('One');
    await api.must('comments.delete', { commentId });
    const at = { commentId, commentReplyId: reply.id };
    expect(await status('comments.replies.get', at)).toBe(404);
    expect(await status('comments.replies.list', at)).toBe(404);
    const logs = await api.must('landscapes.logs.list', {}, undefined, `?filter[actionId]=${reply.id}`);
    expect(logs.map((it: { action: { type: string } }) => it.action.type)).toEqual([
      'comment-reply-delete',
      'comment-reply-create',
    ]);
  });

  it('are updated by field, and replaced completely', async () => {
    const users = Object.keys(await api.must('organizations.users.list'));
    const { id } = await createReply('One', { mentionedUserIds: users.slice(0, 1) });
    const at = { commentId, commentReplyId: id };
    const changed = await api.must('comments.replies.update', at, { content: 'Two' });
    expect(changed).toMatchObject({ content: 'Two', mentionedUserIds: users.slice(0, 1) });
    expect(await api.must('comments.replies.update', at, {})).toEqual(changed);
    const replaced = await api.must('comments.replies.upsert', at, { content: 'Three' });
    expect(replaced).toMatchObject({ id, content: 'Three', mentionedUserIds: [] });
  });

  it('equal those that a draft creates', async () => {
    const draft = await api.must('drafts.create', {}, { name: 'Plan', status: 'in-progress' });
    const task = {
      type: 'draft-comment-reply-create',
      commentId,
      entityId: 'ByDraft',
      props: { content: 'So' },
    };
    await api.must('drafts.tasks.create', { draftId: draft.id }, { task });
    await api.must('drafts.merge', { draftId: draft.id });
    const at = { commentId, commentReplyId: 'ByDraft' };
    expect(await api.must('comments.replies.get', at)).toMatchObject({ content: 'So' });
    expect(await list()).toHaveLength(1);
  });

  it('can be written by readers, and not read by billing keys', async () => {
    const [reader, billing] = [await api.keyWith('read'), await api.keyWith('billing')];
    expect(await status('comments.replies.create', { commentId }, { content: 'Hm' }, reader)).toBe(200);
    expect(await status('comments.replies.list', { commentId }, undefined, billing)).toBe(403);
  });

  it.each([
    ['another comment', 404],
    ['no such comment', 404],
    ['no such reply', 404],
  ])('are not found below %s', async (where, code) => {
    const { id } = await createReply('One');
    const body = { content: 'Other', type: 'idea', status: 'active' };
    const other = (await api.must('comments.create', {}, { body })).id;
    const at = {
      commentId: where === 'another comment' ? other : where === 'no such comment' ? 'nobody' : commentId,
      commentReplyId: where === 'no such reply' ? 'nobody' : id,
    };
    expect(await status('comments.replies.get', at)).toBe(code);
    expect(await status('comments.replies.update', at, { content: 'x' })).toBe(code);
    expect(await status('comments.replies.delete', at)).toBe(code);
  });

  it('are rejected without content, for missing users, and under a used id', async () => {
    expect(await status('comments.replies.create', { commentId }, {})).toBe(422);
    expect(await status('comments.replies.create', { commentId }, { content: '' })).toBe(422);
    const stranger = { content: 'Hey', mentionedUserIds: ['nobody'] };
    const { status: code, body } = await api.perform(
      'comments.replies.create',
      { commentId },
      { body: stranger },
    );
    expect([code, body.errors]).toEqual([422, ['mentionedUserIds[0]: there is no user nobody']]);
    const { id } = await createReply('One');
    const asked = { content: 'Other', type: 'idea', status: 'active' };
    const other = (await api.must('comments.create', {}, { body: asked })).id;
    const at = { commentId: other, commentReplyId: id };
    expect(await status('comments.replies.upsert', at, { content: 'Mine' })).toBe(409);
  });
});
