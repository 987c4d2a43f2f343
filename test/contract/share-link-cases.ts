import { expect } from 'vitest';
import { diagrams } from '../../src/contract/resources/diagram.js';
import { flows } from '../../src/contract/resources/flow.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import * as links from '../../src/contract/resources/share-link.js';
import * as open from '../../src/contract/resources/share-link-public.js';
import { shareOptions } from '../commands/people-ids.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { Room } from './contract-suite.js';
import type { Case } from './family-cases.js';

const NOT_FOUND = { kind: 'not-found', facts: { status: 404 } };

/** A new share link. A version has at most one. */
async function shared(room: Room, body: JsonObject = { protected: false }) {
  await room.call(links.deleteShareLink).catch(() => {});
  const { shareLink, url } = await room.call(links.createShareLink, { body });
  return { link: shareLink as JsonObject, url: String(url), path: { shortId: textOf(shareLink, 'shortId') } };
}

export const SHARE_LINK_CASES: Readonly<Record<string, Case>> = {
  [links.createShareLink.id]: async (room) => {
    const { link, url } = await shared(room, { protected: true, password: 'open sesame' });
    expect(link).toMatchObject({ protected: true, shortId: expect.stringMatching(/^[A-Za-z0-9]{10}$/) });
    expect(JSON.stringify(link)).not.toContain('sesame');
    expect(url).toContain(textOf(link, 'shortId'));
    const again = room.call(links.createShareLink, { body: { protected: false } });
    await expect(again).rejects.toMatchObject({ kind: 'refused', facts: { status: 409 } });
  },
  [links.getShareLink.id]: async (room) => {
    const { link, url } = await shared(room);
    const answer = await room.call(links.getShareLink);
    expect(answer).toEqual({ shareLink: link, url, stats: { totalVisitorCount: 0 } });
  },
  [links.updateShareLink.id]: async (room) => {
    const { link, path } = await shared(room);
    const changed = await room.get(links.updateShareLink, { query: { resetShortId: true } });
    expect(changed).toMatchObject({ id: link.id, protected: false });
    expect(changed.shortId).not.toBe(link.shortId);
    await expect(room.get(open.getPublicShareLink, { path })).rejects.toMatchObject(NOT_FOUND);
  },
  [links.deleteShareLink.id]: async (room) => {
    const { path } = await shared(room);
    expect(await room.call(links.deleteShareLink)).toEqual({});
    await expect(room.get(links.getShareLink)).rejects.toMatchObject(NOT_FOUND);
    await expect(room.get(open.getPublicShareLink, { path })).rejects.toMatchObject(NOT_FOUND);
  },
  [links.upsertShareLinkOptions.id]: async (room) => {
    await shared(room);
    const made = await room.get(links.upsertShareLinkOptions, { body: shareOptions('overview') });
    expect(made).toMatchObject({ mode: 'overview', shortId: expect.stringMatching(/^\w{10}$/) });
    expect(await room.get(links.upsertShareLinkOptions, { body: shareOptions('overview') })).toEqual(made);
    const other = await room.get(links.upsertShareLinkOptions, { body: shareOptions('flows') });
    expect(other.shortId).not.toBe(made.shortId);
  },
  [links.getShareLinkOptions.id]: async (room) => {
    await shared(room);
    const made = await room.get(links.upsertShareLinkOptions, { body: shareOptions('technologies') });
    const path = { optionsShortId: textOf(made, 'shortId') };
    expect(await room.get(links.getShareLinkOptions, { path })).toEqual(made);
  },
  [open.getPublicShareLink.id]: async (room) => {
    const { link, path } = await shared(room);
    const answer = await room.call(open.getPublicShareLink, { path });
    expect(answer).toEqual({ shareLink: link, shareLinkOrganizationAuth: false });
  },
  [open.getPublicOptions.id]: async (room) => {
    const { path } = await shared(room);
    const made = await room.get(links.upsertShareLinkOptions, { body: shareOptions('diagrams') });
    const at = { ...path, optionsShortId: textOf(made, 'shortId') };
    expect(await room.get(open.getPublicOptions, { path: at, query: { inFrame: true } })).toEqual(made);
  },
  [open.getPublicLandscape.id]: async (room) => {
    const { path } = await shared(room);
    const answer = await room.call(open.getPublicLandscape, { path });
    expect(answer.modelObjects).toEqual(await room.list(modelObjects.list));
    expect(answer.landscape).toMatchObject({ id: room.sandbox.landscapeId });
    expect((await room.call(links.getShareLink)).stats).toEqual({
      totalVisitorCount: 1,
      viewedAt: expect.any(String),
    });
  },
  [open.viewPublicDiagram.id]: async (room) => {
    const { path } = await shared(room);
    const [diagram] = await room.list(diagrams.list);
    const at = { ...path, diagramId: textOf(diagram, 'id') };
    expect(await room.call(open.viewPublicDiagram, { path: at })).toEqual({});
    expect((await room.call(links.getShareLink)).stats).toMatchObject({ viewedAt: expect.any(String) });
  },
  [open.viewPublicFlow.id]: async (room) => {
    const { path } = await shared(room);
    const [flow] = await room.list(flows.list);
    expect(await room.call(open.viewPublicFlow, { path: { ...path, flowId: textOf(flow, 'id') } })).toEqual(
      {},
    );
    const nowhere = room.call(open.viewPublicFlow, { path: { ...path, flowId: 'nope' } });
    await expect(nowhere).rejects.toMatchObject(NOT_FOUND);
  },
};
