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
import type { ContractSuite } from './contract-suite.js';
import type { Case } from './family-cases.js';

/** Records of a version that are not families: replies, content, thumbnails, views, tasks of drafts. */

const GONE = { kind: 'not-found', facts: { status: 404 } };

async function comment(suite: ContractSuite): Promise<{ commentId: string }> {
  const body = { body: { content: 'Why?', type: 'question', status: 'open' } };
  return { commentId: textOf(await suite.get(comments.create, { body }), 'id') };
}

async function reply(suite: ContractSuite) {
  const at = await comment(suite);
  const made = await suite.get(replies.createCommentReply, { path: at, body: { content: 'Because.' } });
  return { at, made, path: { ...at, commentReplyId: textOf(made, 'id') } };
}

/** An empty diagram of the root, and a system that it may contain. */
async function diagram(suite: ContractSuite) {
  const [root] = await suite.list(modelObjects.list, { query: { filter: { type: 'root' } } });
  const [system] = await suite.list(modelObjects.list, { query: { filter: { type: 'system' } } });
  const body = { name: 'Drawn', index: 7, type: 'context-diagram', modelId: textOf(root, 'id') };
  const made = await suite.get(diagrams.create, { body });
  const box = { id: 'box', modelId: textOf(system, 'id'), type: 'system', shape: 'box', x: 0, y: 64 };
  return { path: { diagramId: textOf(made, 'id') }, box, system, made };
}

const png = async (suite: ContractSuite, url: unknown): Promise<string> =>
  Buffer.from(await (await suite.client().download(String(url))).body.bytes())
    .subarray(1, 4)
    .toString();

export const VERSION_CASES: Readonly<Record<string, Case>> = {
  [replies.createCommentReply.id]: async (suite) => {
    const { made, at } = await reply(suite);
    expect(made).toMatchObject({ content: 'Because.', mentionedUserIds: [], ...at });
    expect(textOf(made, 'id')).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(await suite.get(comments.get, { path: at })).toMatchObject({ replyCount: 1 });
  },
  [replies.listCommentReplies.id]: async (suite) => {
    const { made, at } = await reply(suite);
    expect(await suite.list(replies.listCommentReplies, { path: at })).toEqual([made]);
    expect(await suite.list(replies.listCommentReplies, { path: await comment(suite) })).toEqual([]);
  },
  [replies.getCommentReply.id]: async (suite) => {
    const { made, path } = await reply(suite);
    expect(await suite.get(replies.getCommentReply, { path })).toEqual(made);
  },
  [replies.upsertCommentReply.id]: async (suite) => {
    const path = { ...(await comment(suite)), commentReplyId: `Reply${suite.done.size}` };
    const made = await suite.get(replies.upsertCommentReply, { path, body: { content: 'One' } });
    expect(made).toMatchObject({ id: path.commentReplyId, content: 'One' });
    const again = await suite.get(replies.upsertCommentReply, { path, body: { content: 'Two' } });
    expect(again).toMatchObject({ id: path.commentReplyId, content: 'Two', createdAt: made.createdAt });
    expect(await suite.list(replies.listCommentReplies, { path })).toEqual([again]);
  },
  [replies.updateCommentReply.id]: async (suite) => {
    const { made, path } = await reply(suite);
    const changed = await suite.get(replies.updateCommentReply, { path, body: { content: 'So' } });
    expect(changed).toEqual({ ...made, content: 'So', updatedAt: suite.clock.now().toISOString() });
  },
  [replies.deleteCommentReply.id]: async (suite) => {
    const { path } = await reply(suite);
    expect(await suite.call(replies.deleteCommentReply, { path })).toEqual({});
    await expect(suite.get(replies.getCommentReply, { path })).rejects.toMatchObject(GONE);
  },
  [contents.replaceDiagramContent.id]: async (suite) => {
    const { path, box } = await diagram(suite);
    const body = { objects: { box } };
    const content = await suite.get(contents.replaceDiagramContent, { path, body });
    expect(content.objects).toEqual({ box: { ...box, width: 256, height: 128 } });
    const emptied = await suite.get(contents.replaceDiagramContent, { path, body: {} });
    expect(emptied).toMatchObject({ objects: {}, connections: {}, comments: {}, commit: 3 });
    expect(await suite.get(contents.getDiagramContent, { path })).toEqual(emptied);
  },
  [contents.updateDiagramContent.id]: async (suite) => {
    const { path, box } = await diagram(suite);
    const added = { objects: { $add: { box } } };
    await suite.get(contents.updateDiagramContent, { path, body: { ...added, commit: 1 } });
    const body = { objects: { $update: { box: { x: 32 } } } };
    const moved = await suite.get(contents.updateDiagramContent, { path, body });
    expect(moved).toMatchObject({ commit: 3, objects: { box: { ...box, x: 32 } } });
    expect(await suite.get(contents.updateDiagramContent, { path, body: {} })).toEqual(moved);
  },
  [contents.describeDiagramContent.id]: async (suite) => {
    const { path, box, system } = await diagram(suite);
    await suite.get(contents.replaceDiagramContent, { path, body: { objects: { box } } });
    const body = { type: 'caption' };
    const { description, message } = await suite.call(contents.describeDiagramContent, { path, body });
    expect(description).toBe(`Drawn shows ${system?.name}.`);
    expect(message).toContain('sandbox');
  },
  [thumbnails.getDiagramThumbnail.id]: async (suite) => {
    const { path, made } = await diagram(suite);
    const thumbnail = await suite.get(thumbnails.getDiagramThumbnail, { path });
    const { id, name, modelId, type, index, handleId } = made;
    expect(thumbnail).toMatchObject({ id, name, modelId, type, index, handleId });
    expect(await png(suite, thumbnail.url)).toBe('PNG');
  },
  [thumbnails.listDiagramThumbnails.id]: async (suite) => {
    const { made } = await diagram(suite);
    const all = await suite.get(thumbnails.listDiagramThumbnails);
    expect(Object.keys(all).sort()).toEqual((await suite.list(diagrams.list)).map((it) => it.id).sort());
    const query = { filter: { handleId: String(made.handleId) } };
    expect(Object.keys(await suite.get(thumbnails.listDiagramThumbnails, { query }))).toEqual([made.id]);
  },
  [thumbnails.listFlowThumbnails.id]: async (suite) => {
    const [flow] = await suite.list(flows.list);
    const query = { filter: { diagramId: textOf(flow, 'diagramId') } };
    const found = await suite.get(thumbnails.listFlowThumbnails, { query });
    const same = await suite.list(flows.list, { query });
    expect(Object.keys(found).sort()).toEqual(same.map((it) => it.id).sort());
    expect(found[textOf(flow, 'id')]).toMatchObject({ name: flow?.name, diagramId: flow?.diagramId });
  },
  [views.viewDiagram.id]: async (suite) => {
    const { path, made } = await diagram(suite);
    expect(await suite.call(views.viewDiagram, { path })).toEqual({});
    const viewedAt = suite.clock.now().toISOString();
    expect(await suite.get(contents.getDiagramContent, { path })).toMatchObject({ viewedAt, commit: 1 });
    expect(await suite.get(diagrams.get, { path })).toEqual(made);
  },
  [views.recordDiagramAction.id]: async (suite) => {
    const { path } = await diagram(suite);
    const content = () => suite.get(contents.getDiagramContent, { path });
    await suite.call(views.recordDiagramAction, { path, query: { action: 'zoom' } });
    expect(await content()).not.toHaveProperty('viewedAt');
    await suite.call(views.recordDiagramAction, { path, query: { action: 'initial-load' } });
    const seen = { viewedAt: suite.clock.now().toISOString(), viewedBy: 'api-key' };
    expect(await content()).toMatchObject(seen);
  },
  [views.viewFlow.id]: async (suite) => {
    const [flow] = await suite.list(flows.list);
    const path = { flowId: textOf(flow, 'id') };
    expect(await suite.call(views.viewFlow, { path })).toEqual({});
    const seen = { viewedAt: suite.clock.now().toISOString(), commit: flow?.commit };
    expect(await suite.get(flows.get, { path })).toMatchObject(seen);
  },
  [views.viewDraft.id]: async (suite) => {
    const draft = await suite.get(drafts.create, { body: { name: 'Seen', status: 'in-progress' } });
    const path = { draftId: textOf(draft, 'id') };
    expect(await suite.call(views.viewDraft, { path })).toEqual({});
    expect(await suite.get(drafts.get, { path })).toMatchObject({ commit: 1, viewedBy: 'api-key' });
  },
  [views.getEntryDiagram.id]: async (suite) => {
    const body = { name: 'New', type: 'system', parentId: await rootId(suite) };
    const path = { modelObjectId: textOf(await suite.get(modelObjects.create, { body }), 'id') };
    await expect(suite.get(views.getEntryDiagram, { path })).rejects.toMatchObject(GONE);
    const made = await suite.call(views.getEntryDiagram, { path, query: { createEntry: true } });
    expect(made.diagram).toMatchObject({ type: 'app-diagram', modelId: path.modelObjectId, name: 'New' });
    expect(await suite.call(views.getEntryDiagram, { path })).toEqual(made);
  },
  [upsertDraftTask.id]: async (suite) => {
    const draft = await suite.get(drafts.create, { body: { name: 'Plan', status: 'in-progress' } });
    const path = { draftId: textOf(draft, 'id'), draftTaskId: `Task${suite.done.size}` };
    const props = { name: 'Planned', icon: 'star', index: 1 };
    const task = { type: 'draft-tag-group-create', entityId: `Group${suite.done.size}`, props };
    const made = await suite.get(upsertDraftTask, { path, body: { task } });
    expect(made).toMatchObject({ id: path.draftTaskId, draftId: draft.id, task });
    const other = { ...task, props: { ...props, name: 'Better' } };
    const again = await suite.get(upsertDraftTask, { path, body: { task: other } });
    expect(again).toEqual({ ...made, task: other });
    expect(await suite.get(getDraftTask, { path })).toEqual(again);
  },
  [rebaseDraft.id]: async (suite) => {
    const group = await suite.get(tagGroups.create, { body: { name: 'Was', icon: 'star', index: 1 } });
    const entityId = textOf(group, 'id');
    const draft = await suite.get(drafts.create, { body: { name: 'Late', status: 'in-progress' } });
    const path = { draftId: textOf(draft, 'id') };
    const change = { props: { name: 'Planned' }, snapshot: { name: 'Was' } };
    const task: JsonObject = { type: 'draft-tag-group-update', entityId, ...change };
    await suite.get(createDraftTask, { path, body: { task } });
    await suite.get(tagGroups.update, { path: { tagGroupId: entityId }, body: { name: 'Moved on' } });
    await expect(suite.get(mergeDraft, { path })).rejects.toMatchObject({ facts: { status: 409 } });
    expect(await suite.get(rebaseDraft, { path })).toMatchObject({ id: draft.id, commit: 2 });
    expect(await suite.get(mergeDraft, { path })).toMatchObject({ status: 'merged' });
    expect(await suite.get(tagGroups.get, { path: { tagGroupId: entityId } })).toMatchObject({
      name: 'Planned',
    });
  },
  [exportDiagramPng.id]: async (suite) => {
    const { path } = await diagram(suite);
    const { url } = await suite.call(exportDiagramPng, { path, body: { filename: 'drawn', theme: 'dark' } });
    expect(await png(suite, url)).toBe('PNG');
  },
};

async function rootId(suite: ContractSuite): Promise<string> {
  const [root] = await suite.list(modelObjects.list, { query: { filter: { type: 'root' } } });
  return textOf(root, 'id');
}
