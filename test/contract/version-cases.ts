import { expect } from 'vitest';
import { comments } from '../../src/contract/resources/comment.js';
import * as replies from '../../src/contract/resources/comment-reply.js';
import { diagrams } from '../../src/contract/resources/diagram.js';
import * as contents from '../../src/contract/resources/diagram-content.js';
import { exportDiagramPng } from '../../src/contract/resources/diagram-export.js';
import { drafts, mergeDraft, rebaseDraft } from '../../src/contract/resources/draft.js';
import { createDraftTask, getDraftTask, upsertDraftTask } from '../../src/contract/resources/draft-task.js';
import { flows } from '../../src/contract/resources/flow.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { tagGroups } from '../../src/contract/resources/tag.js';
import * as thumbnails from '../../src/contract/resources/thumbnail.js';
import * as views from '../../src/contract/resources/view.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { Room } from './contract-suite.js';
import type { Case } from './family-cases.js';

/** Records of a version that are not families: replies, content, thumbnails, views, tasks of drafts. */

const GONE = { kind: 'not-found', facts: { status: 404 } };

async function comment(room: Room): Promise<{ commentId: string }> {
  const body = { body: { content: 'Why?', type: 'question', status: 'open' } };
  return { commentId: textOf(await room.get(comments.create, { body }), 'id') };
}

async function reply(room: Room) {
  const at = await comment(room);
  const made = await room.get(replies.createCommentReply, { path: at, body: { content: 'Because.' } });
  return { at, made, path: { ...at, commentReplyId: textOf(made, 'id') } };
}

/** An empty diagram of the root, and a system that it may contain. */
async function diagram(room: Room) {
  const [root] = await room.list(modelObjects.list, { query: { filter: { type: 'root' } } });
  const [system] = await room.list(modelObjects.list, { query: { filter: { type: 'system' } } });
  const body = { name: 'Drawn', index: 7, type: 'context-diagram', modelId: textOf(root, 'id') };
  const made = await room.get(diagrams.create, { body });
  const box = { id: 'box', modelId: textOf(system, 'id'), type: 'system', shape: 'box', x: 0, y: 64 };
  return { path: { diagramId: textOf(made, 'id') }, box, system, made };
}

const png = async (room: Room, url: unknown): Promise<string> =>
  Buffer.from(await (await room.client().download(String(url))).body.bytes())
    .subarray(1, 4)
    .toString();

export const VERSION_CASES: Readonly<Record<string, Case>> = {
  [replies.createCommentReply.id]: async (room) => {
    const { made, at } = await reply(room);
    expect(made).toMatchObject({ content: 'Because.', mentionedUserIds: [], ...at });
    expect(textOf(made, 'id')).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(await room.get(comments.get, { path: at })).toMatchObject({ replyCount: 1 });
  },
  [replies.listCommentReplies.id]: async (room) => {
    const { made, at } = await reply(room);
    expect(await room.list(replies.listCommentReplies, { path: at })).toEqual([made]);
    expect(await room.list(replies.listCommentReplies, { path: await comment(room) })).toEqual([]);
  },
  [replies.getCommentReply.id]: async (room) => {
    const { made, path } = await reply(room);
    expect(await room.get(replies.getCommentReply, { path })).toEqual(made);
  },
  [replies.upsertCommentReply.id]: async (room) => {
    const path = { ...(await comment(room)), commentReplyId: `Reply${room.done.size}` };
    const made = await room.get(replies.upsertCommentReply, { path, body: { content: 'One' } });
    expect(made).toMatchObject({ id: path.commentReplyId, content: 'One' });
    const again = await room.get(replies.upsertCommentReply, { path, body: { content: 'Two' } });
    expect(again).toMatchObject({ id: path.commentReplyId, content: 'Two', createdAt: made.createdAt });
    expect(await room.list(replies.listCommentReplies, { path })).toEqual([again]);
  },
  [replies.updateCommentReply.id]: async (room) => {
    const { made, path } = await reply(room);
    const changed = await room.get(replies.updateCommentReply, { path, body: { content: 'So' } });
    expect(changed).toEqual({ ...made, content: 'So', updatedAt: room.clock.now().toISOString() });
  },
  [replies.deleteCommentReply.id]: async (room) => {
    const { path } = await reply(room);
    expect(await room.call(replies.deleteCommentReply, { path })).toEqual({});
    await expect(room.get(replies.getCommentReply, { path })).rejects.toMatchObject(GONE);
  },
  [contents.replaceDiagramContent.id]: async (room) => {
    const { path, box } = await diagram(room);
    const body = { objects: { box } };
    const content = await room.get(contents.replaceDiagramContent, { path, body });
    expect(content.objects).toEqual({ box: { ...box, width: 256, height: 128 } });
    const emptied = await room.get(contents.replaceDiagramContent, { path, body: {} });
    expect(emptied).toMatchObject({ objects: {}, connections: {}, comments: {}, commit: 3 });
    expect(await room.get(contents.getDiagramContent, { path })).toEqual(emptied);
  },
  [contents.updateDiagramContent.id]: async (room) => {
    const { path, box } = await diagram(room);
    const added = { objects: { $add: { box } } };
    await room.get(contents.updateDiagramContent, { path, body: { ...added, commit: 1 } });
    const body = { objects: { $update: { box: { x: 32 } } } };
    const moved = await room.get(contents.updateDiagramContent, { path, body });
    expect(moved).toMatchObject({ commit: 3, objects: { box: { ...box, x: 32 } } });
    expect(await room.get(contents.updateDiagramContent, { path, body: {} })).toEqual(moved);
  },
  [contents.describeDiagramContent.id]: async (room) => {
    const { path, box, system } = await diagram(room);
    await room.get(contents.replaceDiagramContent, { path, body: { objects: { box } } });
    const body = { type: 'caption' };
    const { description, message } = await room.call(contents.describeDiagramContent, { path, body });
    expect(description).toBe(`Drawn shows ${system?.name}.`);
    expect(message).toContain('sandbox');
  },
  [thumbnails.getDiagramThumbnail.id]: async (room) => {
    const { path, made } = await diagram(room);
    const thumbnail = await room.get(thumbnails.getDiagramThumbnail, { path });
    const { id, name, modelId, type, index, handleId } = made;
    expect(thumbnail).toMatchObject({ id, name, modelId, type, index, handleId });
    expect(await png(room, thumbnail.url)).toBe('PNG');
  },
  [thumbnails.listDiagramThumbnails.id]: async (room) => {
    const { made } = await diagram(room);
    const all = await room.get(thumbnails.listDiagramThumbnails);
    expect(Object.keys(all).sort()).toEqual((await room.list(diagrams.list)).map((it) => it.id).sort());
    const query = { filter: { handleId: String(made.handleId) } };
    expect(Object.keys(await room.get(thumbnails.listDiagramThumbnails, { query }))).toEqual([made.id]);
  },
  [thumbnails.listFlowThumbnails.id]: async (room) => {
    const [flow] = await room.list(flows.list);
    const query = { filter: { diagramId: textOf(flow, 'diagramId') } };
    const found = await room.get(thumbnails.listFlowThumbnails, { query });
    const same = await room.list(flows.list, { query });
    expect(Object.keys(found).sort()).toEqual(same.map((it) => it.id).sort());
    expect(found[textOf(flow, 'id')]).toMatchObject({ name: flow?.name, diagramId: flow?.diagramId });
  },
  [views.viewDiagram.id]: async (room) => {
    const { path, made } = await diagram(room);
    expect(await room.call(views.viewDiagram, { path })).toEqual({});
    const viewedAt = room.clock.now().toISOString();
    expect(await room.get(contents.getDiagramContent, { path })).toMatchObject({ viewedAt, commit: 1 });
    expect(await room.get(diagrams.get, { path })).toEqual(made);
  },
  [views.recordDiagramAction.id]: async (room) => {
    const { path } = await diagram(room);
    const content = () => room.get(contents.getDiagramContent, { path });
    await room.call(views.recordDiagramAction, { path, query: { action: 'zoom' } });
    expect(await content()).not.toHaveProperty('viewedAt');
    await room.call(views.recordDiagramAction, { path, query: { action: 'initial-load' } });
    const seen = { viewedAt: room.clock.now().toISOString(), viewedBy: 'api-key' };
    expect(await content()).toMatchObject(seen);
  },
  [views.viewFlow.id]: async (room) => {
    const [flow] = await room.list(flows.list);
    const path = { flowId: textOf(flow, 'id') };
    expect(await room.call(views.viewFlow, { path })).toEqual({});
    const seen = { viewedAt: room.clock.now().toISOString(), commit: flow?.commit };
    expect(await room.get(flows.get, { path })).toMatchObject(seen);
  },
  [views.viewDraft.id]: async (room) => {
    const draft = await room.get(drafts.create, { body: { name: 'Seen', status: 'in-progress' } });
    const path = { draftId: textOf(draft, 'id') };
    expect(await room.call(views.viewDraft, { path })).toEqual({});
    expect(await room.get(drafts.get, { path })).toMatchObject({ commit: 1, viewedBy: 'api-key' });
  },
  [views.getEntryDiagram.id]: async (room) => {
    const body = { name: 'New', type: 'system', parentId: await rootId(room) };
    const path = { modelObjectId: textOf(await room.get(modelObjects.create, { body }), 'id') };
    await expect(room.get(views.getEntryDiagram, { path })).rejects.toMatchObject(GONE);
    const made = await room.call(views.getEntryDiagram, { path, query: { createEntry: true } });
    expect(made.diagram).toMatchObject({ type: 'app-diagram', modelId: path.modelObjectId, name: 'New' });
    expect(await room.call(views.getEntryDiagram, { path })).toEqual(made);
  },
  [upsertDraftTask.id]: async (room) => {
    const draft = await room.get(drafts.create, { body: { name: 'Plan', status: 'in-progress' } });
    const path = { draftId: textOf(draft, 'id'), draftTaskId: `Task${room.done.size}` };
    const props = { name: 'Planned', icon: 'star', index: 1 };
    const task = { type: 'draft-tag-group-create', entityId: `Group${room.done.size}`, props };
    const made = await room.get(upsertDraftTask, { path, body: { task } });
    expect(made).toMatchObject({ id: path.draftTaskId, draftId: draft.id, task });
    const other = { ...task, props: { ...props, name: 'Better' } };
    const again = await room.get(upsertDraftTask, { path, body: { task: other } });
    expect(again).toEqual({ ...made, task: other });
    expect(await room.get(getDraftTask, { path })).toEqual(again);
  },
  [rebaseDraft.id]: async (room) => {
    const group = await room.get(tagGroups.create, { body: { name: 'Was', icon: 'star', index: 1 } });
    const entityId = textOf(group, 'id');
    const draft = await room.get(drafts.create, { body: { name: 'Late', status: 'in-progress' } });
    const path = { draftId: textOf(draft, 'id') };
    const change = { props: { name: 'Planned' }, snapshot: { name: 'Was' } };
    const task: JsonObject = { type: 'draft-tag-group-update', entityId, ...change };
    await room.get(createDraftTask, { path, body: { task } });
    await room.get(tagGroups.update, { path: { tagGroupId: entityId }, body: { name: 'Moved on' } });
    await expect(room.get(mergeDraft, { path })).rejects.toMatchObject({ facts: { status: 409 } });
    expect(await room.get(rebaseDraft, { path })).toMatchObject({ id: draft.id, commit: 2 });
    expect(await room.get(mergeDraft, { path })).toMatchObject({ status: 'merged' });
    expect(await room.get(tagGroups.get, { path: { tagGroupId: entityId } })).toMatchObject({
      name: 'Planned',
    });
  },
  [exportDiagramPng.id]: async (room) => {
    const { path } = await diagram(room);
    const { url } = await room.call(exportDiagramPng, { path, body: { filename: 'drawn', theme: 'dark' } });
    expect(await png(room, url)).toBe('PNG');
  },
};

async function rootId(room: Room): Promise<string> {
  const [root] = await room.list(modelObjects.list, { query: { filter: { type: 'root' } } });
  return textOf(root, 'id');
}
