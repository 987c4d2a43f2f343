import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { actionLog, organizationLog } from '../../../src/contract/resources/action-log.js';
import { adr } from '../../../src/contract/resources/adr.js';
import { comment } from '../../../src/contract/resources/comment.js';
import { diagram, diagramInput } from '../../../src/contract/resources/diagram.js';
import { diagramContent } from '../../../src/contract/resources/diagram-content.js';
import { diagramGroup } from '../../../src/contract/resources/diagram-group.js';
import { domain } from '../../../src/contract/resources/domain.js';
import { draft } from '../../../src/contract/resources/draft.js';
import { createDraftTask, draftTask } from '../../../src/contract/resources/draft-task.js';
import { flow, flowInput } from '../../../src/contract/resources/flow.js';
import { landscape } from '../../../src/contract/resources/landscape.js';
import { modelConnection } from '../../../src/contract/resources/model-connection.js';
import { modelObject } from '../../../src/contract/resources/model-object.js';
import { tag, tagGroup } from '../../../src/contract/resources/tag.js';
import { technology as catalogTechnology } from '../../../src/contract/resources/technology.js';
import { landscapeTemplate } from '../../../src/contract/resources/template.js';
import type { SeedRecord } from '../../../src/sandbox/seed/build/types.js';
import { DEMO, demoSeed, EMPTY, emptySeed } from '../../../src/sandbox/seed/data/demo.js';
import { all, find, NOW, SEED, values, versions } from './helpers.js';

const SCHEMAS: Partial<Record<SeedRecord['kind'], z.ZodMiniType>> = {
  actionLog,
  organizationLog,
  adr,
  comment,
  diagram,
  diagramContent,
  diagramGroup,
  domain,
  draft,
  draftTask,
  flow,
  landscape,
  modelConnection,
  modelObject,
  tag,
  tagGroup,
  catalogTechnology,
  landscapeTemplate,
};

const count = (records: readonly SeedRecord[]) => {
  const counts: Record<string, number> = {};
  for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

describe('demo seed', () => {
  it('is the same for the same time, and its ids for every time', () => {
    expect(demoSeed(NOW)).toEqual(SEED);
    expect(demoSeed(new Date(NOW.getTime() + 17_000))).toEqual(SEED);
    const later = demoSeed(new Date('2027-03-01T00:00:00Z'));
    expect(later.map((it) => it.record.id)).toEqual(SEED.map((it) => it.record.id));
  });

  it('shares no object between calls or records', () => {
    const seen = new Set<unknown>();
    const visit = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return;
      expect(seen.has(value)).toBe(false);
      seen.add(value);
      Object.values(value).forEach(visit);
    };
    visit(SEED.map((it) => it.record));
    visit(demoSeed(NOW).map((it) => it.record));
  });

  it('has the promised content', () => {
    expect(count(SEED)).toMatchInlineSnapshot(`
      {
        "actionLog": 64,
        "adr": 6,
        "catalogTechnology": 80,
        "comment": 3,
        "diagram": 18,
        "diagramContent": 18,
        "diagramGroup": 6,
        "domain": 7,
        "draft": 3,
        "draftTask": 4,
        "flow": 6,
        "landscape": 2,
        "landscapeTemplate": 6,
        "modelConnection": 145,
        "modelObject": 114,
        "organization": 1,
        "organizationLog": 72,
        "organizationUser": 5,
        "organizationUserInvite": 2,
        "shareLink": 1,
        "tag": 32,
        "tagGroup": 10,
        "team": 2,
        "user": 5,
        "version": 4,
      }
    `);
    const [live] = versions();
    expect(live?.of('modelObject')).toHaveLength(37);
  });

  it('survives JSON, and every record matches the contract', () => {
    expect(JSON.parse(JSON.stringify(SEED))).toEqual(SEED);
    for (const { kind, record } of SEED) {
      const schema = SCHEMAS[kind];
      if (schema)
        expect([kind, record.id, z.safeParse(schema, record).error]).toEqual([kind, record.id, undefined]);
    }
  });

  it('could be created through the API: contents, steps and tasks are valid requests', () => {
    const body = createDraftTask.body;
    if (body === undefined) throw new Error('draft task has a body');
    for (const task of all('draftTask')) expect(z.safeParse(body, { task: task.task }).error).toBeUndefined();
    for (const it of all('diagramContent')) {
      const { name, modelId, type, objects, connections, comments } = it;
      const input = { name, modelId, type, index: 0, objects, connections, comments };
      expect(z.safeParse(diagramInput, input).error).toBeUndefined();
    }
    for (const { name, diagramId, steps } of all('flow')) {
      expect(z.safeParse(flowInput, { name, diagramId, steps }).error).toBeUndefined();
    }
  });

  it('contains no future times', () => {
    // Except the end of an invite.
    const text = JSON.stringify(SEED, (key, value: unknown) => (key === 'expiresAt' ? null : value));
    const times = text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    expect(times.length).toBeGreaterThan(1000);
    for (const time of new Set(times)) {
      expect(time).toMatch(/:00\.000Z$/);
      expect(Date.parse(time)).toBeLessThanOrEqual(NOW.getTime());
    }
    for (const { record } of SEED) {
      if (record.createdAt && record.updatedAt) expect(record.createdAt <= record.updatedAt).toBe(true);
    }
  });

  it('has one member for each permission and two landscapes', () => {
    const permissions = all('organizationUser').map((it) => it.permission);
    expect([...permissions].sort()).toEqual(['admin', 'billing', 'read', 'write', 'write']);
    expect(all('landscape').map((it) => it.name)).toEqual(['Ferry Platform', 'Back Office']);
    expect(find('organization', DEMO.organizationId).plan).toBe('scale');
    expect(find('organizationUser', DEMO.adminUserId).permission).toBe('admin');
    expect(find('landscape', DEMO.landscapeId).organizationId).toBe(DEMO.organizationId);
    const [organization] = all('organization');
    expect(values(organization?.users)).toHaveLength(5);
  });
});

describe('empty seed', () => {
  it('contains an organization, its admin, the catalog and the templates', () => {
    const empty = emptySeed(NOW);
    expect(count(empty)).toEqual({
      organization: 1,
      organizationUser: 1,
      user: 1,
      catalogTechnology: count(SEED).catalogTechnology,
      landscapeTemplate: 6,
    });
    expect(empty.find((it) => it.kind === 'user')?.record.id).toBe(EMPTY.adminUserId);
    expect(emptySeed(NOW)).toEqual(empty);
  });
});
