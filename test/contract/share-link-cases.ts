import { expect } from 'vitest';
import { diagrams } from '../../src/contract/resources/diagram.js';
import { flows } from '../../src/contract/resources/flow.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import * as links from '../../src/contract/resources/share-link.js';
import * as open from '../../src/contract/resources/share-link-public.js';
import { shareOptions } from '../commands/people-ids.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { ContractSuite } from './contract-suite.js';
import type { Case } from './family-cases.js';

const NOT_FOUND = { kind: 'not-found', facts: { status: 404 } };

/** A new share link. A version has at most one. */
async function shared(suite: ContractSuite, body: JsonObject = { protected: false }) {
  await suite.call(links.deleteShareLink).catch(() => {});
  const { shareLink, url } = await suite.call(links.createShareLink, { body });
  return { link: shareLink as JsonObject, url: String(url), path: { shortId: textOf(shareLink, 'shortId') } };
}

export const SHARE_LINK_CASES: Readonly<Record<string, Case>> = {
  [links.createShareLink.id]: async (suite) => {
    const { link, url } = await shared(suite, { protected: true, password: 'open sesame' });
    expect(link).toMatchObject({ protected: true, shortId: expect.stringMatching(/^[A-Za-z0-9]{10}$/) });
    expect(JSON.stringify(link)).not.toContain('sesame');
    expect(url).toContain(textOf(link, 'shortId'));
    const again = suite.call(links.createShareLink, { body: { protected: false } });
    await expect(again).rejects.toMatchObject({ kind: 'refused', facts: { status: 409 } });
  },
  [links.getShareLink.id]: async (suite) => {
    const { link, url } = await shared(suite);
    const answer = await suite.call(links.getShareLink);
    expect(answer).toEqual({ shareLink: link, url, stats: { totalVisitorCount: 0 } });
  },
  [links.updateShareLink.id]: async (suite) => {
    const { link, path } = await shared(suite);
    const changed = await suite.get(links.updateShareLink, { query: { resetShortId: true } });
    expect(changed).toMatchObject({ id: link.id, protected: false });
    expect(changed.shortId).not.toBe(link.shortId);
    await expect(suite.get(open.getPublicShareLink, { path })).rejects.toMatchObject(NOT_FOUND);
  },
  [links.deleteShareLink.id]: async (suite) => {
    const { path } = await shared(suite);
    expect(await suite.call(links.deleteShareLink)).toEqual({});
    await expect(suite.get(links.getShareLink)).rejects.toMatchObject(NOT_FOUND);
    await expect(suite.get(open.getPublicShareLink, { path })).rejects.toMatchObject(NOT_FOUND);
  },
  [links.upsertShareLinkOptions.id]: async (suite) => {
    await shared(suite);
    const made = await suite.get(links.upsertShareLinkOptions, { body: shareOptions('overview') });
    expect(made).toMatchObject({ mode: 'overview', shortId: expect.stringMatching(/^\w{10}$/) });
    expect(await suite.get(links.upsertShareLinkOptions, { body: shareOptions('overview') })).toEqual(made);
    const other = await suite.get(links.upsertShareLinkOptions, { body: shareOptions('flows') });
    expect(other.shortId).not.toBe(made.shortId);
  },
  [links.getShareLinkOptions.id]: async (suite) => {
    await shared(suite);
    const made = await suite.get(links.upsertShareLinkOptions, { body: shareOptions('technologies') });
    const path = { optionsShortId: textOf(made, 'shortId') };
    expect(await suite.get(links.getShareLinkOptions, { path })).toEqual(made);
  },
  [open.getPublicShareLink.id]: async (suite) => {
    const { link, path } = await shared(suite);
    const answer = await suite.call(open.getPublicShareLink, { path });
    expect(answer).toEqual({ shareLink: link, shareLinkOrganizationAuth: false });
  },
  [open.getPublicOptions.id]: async (suite) => {
    const { path } = await shared(suite);
    const made = await suite.get(links.upsertShareLinkOptions, { body: shareOptions('diagrams') });
    const at = { ...path, optionsShortId: textOf(made, 'shortId') };
    expect(await suite.get(open.getPublicOptions, { path: at, query: { inFrame: true } })).toEqual(made);
  },
  [open.getPublicLandscape.id]: async (suite) => {
    const { path } = await shared(suite);
    const answer = await suite.call(open.getPublicLandscape, { path });
    expect(answer.modelObjects).toEqual(await suite.list(modelObjects.list));
    expect(answer.landscape).toMatchObject({ id: suite.sandbox.landscapeId });
    expect((await suite.call(links.getShareLink)).stats).toEqual({
      totalVisitorCount: 1,
      viewedAt: expect.any(String),
    });
  },
  [open.viewPublicDiagram.id]: async (suite) => {
    const { path } = await shared(suite);
    const [diagram] = await suite.list(diagrams.list);
    const at = { ...path, diagramId: textOf(diagram, 'id') };
    expect(await suite.call(open.viewPublicDiagram, { path: at })).toEqual({});
    expect((await suite.call(links.getShareLink)).stats).toMatchObject({ viewedAt: expect.any(String) });
  },
  [open.viewPublicFlow.id]: async (suite) => {
    const { path } = await shared(suite);
    const [flow] = await suite.list(flows.list);
    expect(await suite.call(open.viewPublicFlow, { path: { ...path, flowId: textOf(flow, 'id') } })).toEqual(
      {},
    );
    const nowhere = suite.call(open.viewPublicFlow, { path: { ...path, flowId: 'nope' } });
    await expect(nowhere).rejects.toMatchObject(NOT_FOUND);
  },
};
