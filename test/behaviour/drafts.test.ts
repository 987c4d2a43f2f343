import { expect, it } from 'vitest';
import { drafts, mergeDraft } from '../../src/contract/resources/draft.js';
import { createDraftTask } from '../../src/contract/resources/draft-task.js';
import { tagGroups } from '../../src/contract/resources/tag.js';
import { behavesAsFamily, knowsFilters, type Sample } from './family.js';

const moment = '2026-03-04T12:00:00.000Z';

const sample: Sample = {
  family: drafts,
  body: ({ mark }) => ({ name: mark, status: 'in-progress' }),
  more: {
    labels: { team: 'a' },
    summaryDirtiedAt: moment,
    changeSummary: { summary: 'Much', createdAt: moment, updatedAt: moment },
  },
  change: { name: 'Renamed', status: 'archived' },
  required: ['name', 'status'],
};

behavesAsFamily(sample, (at) => {
  knowsFilters(sample, at, [
    [{ name: 'Only this draft' }, { name: 'Only this draft' }, { name: 'Another draft' }],
    [{ status: 'archived' }, { status: 'archived' }, {}],
    [{ status: ['merged', 'in-progress'] }, {}, { status: 'archived' }],
  ]);

  it('become merged only by a merge', async () => {
    const service = at.service();
    const draft = await at.make();
    const path = at.path(draft);
    const byHand = await service.send(drafts.update, { path, body: { status: 'merged' } });
    expect(byHand.status).toBe(422);
    const entityId = service.newId();
    service.remember(tagGroups, entityId);
    const props = { name: service.mark, icon: 'bug', index: 0 };
    const task = { type: 'draft-tag-group-create', entityId, props };
    await service.get(createDraftTask, { path, body: { task } });
    const group = { path: { tagGroupId: entityId } };
    expect((await service.send(tagGroups.get, group)).status).toBe(404);
    expect(await service.get(mergeDraft, { path })).toMatchObject({ status: 'merged' });
    expect(await service.get(tagGroups.get, group)).toMatchObject(props);
    expect((await service.send(mergeDraft, { path })).status).toBe(409);
  });
});
