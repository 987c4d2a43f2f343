import { expect, it } from 'vitest';
import { adrs } from '../../src/contract/resources/adr.js';
import { diagrams } from '../../src/contract/resources/diagram.js';
import { drafts } from '../../src/contract/resources/draft.js';
import { createVersion, deleteVersion } from '../../src/contract/resources/version.js';
import { textOf } from '../support/sandbox.js';
import { behavesAsFamily, knowsFilters, ownRoot, type Sample } from './family.js';
import type { Behaved } from './service.js';

const ownDiagram = async (service: Behaved): Promise<string> => {
  const body = { name: service.mark, index: 0, type: 'context-diagram', modelId: await ownRoot(service) };
  return textOf(await service.make(diagrams, body), 'id');
};

const link = {
  id: 'page',
  index: 0,
  type: 'link',
  link: { id: 'page', index: 0, url: 'https://example.com/why', customName: 'Why' },
};

const sample: Sample = {
  family: adrs,
  body: ({ mark }) => ({ name: mark, status: 'draft' }),
  more: { description: 'In short', content: '# At length\n\n*Because.*', relatedItems: { page: link } },
  change: { name: 'Renamed', content: 'Shorter.' },
  required: ['name', 'status'],
};

behavesAsFamily(sample, (at) => {
  knowsFilters(sample, at, [
    [{ name: 'Only this decision' }, { name: 'Only this decision' }, { name: 'Another decision' }],
    [{ status: 'rejected' }, { status: 'rejected' }, { status: 'accepted' }],
  ]);

  it('are listed page by page', async () => {
    const made = [await at.make(), await at.make(), await at.make()];
    const ids: unknown[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 2, ...(cursor !== undefined && { cursor }) };
      const { status, data } = await at.service().send(adrs.list, { query });
      expect(status).toBe(200);
      const page = data?.adrs as { id: string }[];
      expect(page.length).toBeLessThanOrEqual(2);
      ids.push(...page.map(({ id }) => id));
      cursor = data?.nextCursor as string | undefined;
    } while (cursor);
    expect(ids).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are numbered, and a number is never used again', async () => {
    const first = await at.make();
    const second = await at.make();
    expect(second.number).toBe(Number(first.number) + 1);
    await at.service().get(adrs.delete, { path: at.path(second) });
    expect((await at.make()).number).toBe(Number(first.number) + 2);
  });

  it('have a number, status changes and a version that requests cannot set', async () => {
    const service = at.service();
    const made = await at.make();
    for (const body of [{ number: 1 }, { statusChanges: [] }, { version: 9 }, { labels: {} }]) {
      expect((await service.send(adrs.create, { body: { ...at.least(), ...body } })).status).toBe(422);
      expect((await service.send(adrs.update, { path: at.path(made), body })).status).toBe(422);
    }
  });

  it('record who changed their status', async () => {
    const service = at.service();
    const made = await at.make();
    expect(made.statusChanges).toEqual([]);
    const set = (status: string) =>
      service.get(adrs.update, { path: at.path(made), body: { status, name: `Now ${status}` } });
    const accepted = await set('accepted');
    const change = {
      status: 'accepted',
      createdAt: accepted.updatedAt,
      createdBy: accepted.updatedBy,
      createdById: accepted.updatedById,
    };
    expect(accepted.statusChanges).toEqual([change]);
    expect((await set('accepted')).statusChanges).toEqual([change]);
    const reopened = await set('draft');
    expect(reopened.statusChanges).toMatchObject([
      change,
      { status: 'draft', createdAt: reopened.updatedAt },
    ]);
    const decided = await at.make({ status: 'rejected' });
    expect(decided.statusChanges).toMatchObject([{ status: 'rejected', createdById: decided.createdById }]);
  });

  it('have texts up to their lengths', async () => {
    const service = at.service();
    const longest = {
      name: 'n'.repeat(1_000),
      description: 'd'.repeat(100_000),
      content: 'c'.repeat(100_000),
    };
    expect(await at.make(longest)).toMatchObject(longest);
    for (const [field, text] of Object.entries(longest)) {
      const body = { ...at.least(), [field]: `${text}.` };
      expect([field, (await service.send(adrs.create, { body })).status]).toEqual([field, 422]);
    }
  });

  it('relate to diagrams, decisions, drafts and links', async () => {
    const service = at.service();
    const diagramId = await ownDiagram(service);
    const adrId = textOf(await at.make(), 'id');
    const draft = await service.make(drafts, { name: service.mark, status: 'in-progress' });
    const relatedItems = {
      a: { type: 'diagram', diagramId },
      b: { type: 'adr', adrId },
      c: { type: 'draft', draftId: draft.id },
      d: { type: 'link', link: { url: 'https://example.com' } },
    };
    const made = await at.make({ relatedItems });
    expect(made.relatedItems).toEqual({
      a: { ...relatedItems.a, id: 'a', index: 0 },
      b: { ...relatedItems.b, id: 'b', index: 1 },
      c: { ...relatedItems.c, id: 'c', index: 2 },
      d: { type: 'link', id: 'd', index: 3, link: { id: 'd', index: 0, url: 'https://example.com' } },
    });
    for (const item of [
      { type: 'diagram', diagramId: 'nobody' },
      { type: 'diagram' },
      { type: 'adr', diagramId },
      { type: 'draft', draftId: draft.id, adrId },
      { type: 'model-object', diagramId },
      { type: 'diagram', diagramId, id: 'other' },
    ]) {
      const body = { ...at.least(), relatedItems: { x: item } };
      expect([item, (await service.send(adrs.create, { body })).status]).toEqual([item, 422]);
    }
  });

  it('lose related items that are deleted, and keep the others', async () => {
    const service = at.service();
    const diagramId = await ownDiagram(service);
    const other = await at.make();
    const draft = await service.make(drafts, { name: service.mark, status: 'in-progress' });
    const made = await at.make({
      relatedItems: {
        a: { type: 'diagram', diagramId },
        b: { type: 'adr', adrId: other.id },
        c: { type: 'draft', draftId: draft.id },
        page: link,
      },
    });
    const keys = async () =>
      Object.keys((await service.get(adrs.get, { path: at.path(made) })).relatedItems as object);
    await service.get(diagrams.delete, { path: { diagramId } });
    expect(await keys()).toEqual(['b', 'c', 'page']);
    await service.get(adrs.delete, { path: at.path(other) });
    await service.get(drafts.delete, { path: { draftId: textOf(draft, 'id') } });
    expect(await keys()).toEqual(['page']);
  });

  it('are kept by a published version, without their drafts', async ({ skip }) => {
    const service = at.service();
    skip(service.reach !== 'admin', `the key reaches ${service.reach}`);
    const diagramId = await ownDiagram(service);
    const draft = await service.make(drafts, { name: service.mark, status: 'in-progress' });
    const relatedItems = { a: { type: 'diagram', diagramId }, c: { type: 'draft', draftId: draft.id } };
    const made = await at.make({ status: 'accepted', content: 'Published.', relatedItems });
    const version = await service.get(createVersion, {
      body: { name: service.mark, notes: 'With decisions', modelHandleId: null },
    });
    const path = { versionId: textOf(version, 'id') };
    const [kept, ...others] = (await service.list(adrs.list, { path })).filter(
      ({ handleId }) => handleId === made.handleId,
    );
    expect(others).toEqual([]);
    const { number, name, status, content, statusChanges } = made;
    expect(kept).toMatchObject({ number, name, status, content, statusChanges });
    expect(Object.values(kept?.relatedItems as object)).toMatchObject([{ type: 'diagram' }]);
    expect(kept?.id).not.toBe(made.id);
    const update = { path: { ...path, adrId: textOf(kept, 'id') }, body: { name: 'Changed' } };
    expect((await service.send(adrs.update, update)).status).toBeGreaterThan(399);
    expect((await service.send(deleteVersion, { path })).status).toBe(200);
  });
});
