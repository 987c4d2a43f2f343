import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/contract/families.js';

/** Filters of each list according to public sources (docs/service.md#filters). */
const FILTERS: Readonly<Record<string, string>> = {
  'model.objects':
    'domainId external groupIds handleId labels linked name parentId parentIds status tagIds teamIds technologyIds type',
  'model.connections':
    'direction handleId labels linked name originId status tagIds targetId technologyIds viaId',
  diagrams: 'empty handleId labels modelId name pinned status type',
  'diagrams.groups': 'handleId labels modelId name',
  flows: 'diagramId handleId labels name pinned',
  tags: 'groupId handleId labels name',
  'tags.groups': 'handleId labels name',
  domains: 'handleId labels name',
  drafts: 'name status',
  adrs: 'name status',
  comments: '',
};

describe('filters of a list', () => {
  it.each(FAMILIES.map(({ shape }) => [shape.id, shape] as const))('%s', (id, { filter }) => {
    expect(Object.keys(filter.shape).sort()).toEqual((FILTERS[id] ?? 'unknown').split(' ').filter(Boolean));
  });
});
