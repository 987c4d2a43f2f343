import { expect, it } from 'vitest';
import { tagGroups, tags } from '../../src/contract/resources/tag.js';
import { behavesAsFamily, knowsFilters, type Sample } from './family.js';

const sample: Sample = {
  family: tagGroups,
  body: ({ mark }) => ({ name: mark, icon: 'globe', index: 3 }),
  more: { labels: { team: 'a' } },
  change: { name: 'Renamed', icon: 'lock' },
  required: ['name', 'icon', 'index'],
};

behavesAsFamily(sample, (at) => {
  knowsFilters(sample, at, [
    [{ name: 'Only this group' }, { name: 'Only this group' }, { name: 'Another group' }],
    [{ labels: { team: 'x' } }, { labels: { team: 'x' } }, {}],
  ]);

  it('are deleted with their tags', async () => {
    const group = await at.make();
    const body = { name: 'T', color: 'red', index: 0, groupId: group.id };
    const tag = await at.service().make(tags, body);
    await at.service().get(tagGroups.delete, { path: at.path(group) });
    const path = { tagId: String(tag.id) };
    expect((await at.service().send(tags.get, { path })).status).toBe(404);
  });
});
