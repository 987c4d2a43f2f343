import { describe, expect, it } from 'vitest';
import {
  ACTION_TYPES,
  ACTOR_KINDS,
  IMPORTANCES,
  LANDSCAPE_ACTION_TYPES,
  ORGANIZATION_ACTION_TYPES,
} from '../../../src/contract/enums.js';
import type { SeedKind } from '../../../src/sandbox/seed/build/types.js';
import { DEMO } from '../../../src/sandbox/seed/data/demo.js';
import { all, type Loose, NOW, strings } from './helpers.js';

const DAY = 86_400_000;
const action = (log: Loose) => log.action as { id: string; type: string; props: Record<string, unknown> };

describe.each([
  { kind: 'actionLog', types: LANDSCAPE_ACTION_TYPES },
  { kind: 'organizationLog', types: ACTION_TYPES },
] as const)('$kind', ({ kind, types }) => {
  const logs = all(kind);

  it('uses documented values and covers the last thirty days', () => {
    for (const log of logs) {
      expect(types).toContain(action(log).type);
      expect(ACTOR_KINDS).toContain(log.performedBy);
      expect(strings(log.actionIds)[0]).toBe(action(log).id);
      const age = NOW.getTime() - Date.parse(String(log.performedAt));
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThanOrEqual(30 * DAY);
      if (kind === 'actionLog') expect(IMPORTANCES).toContain(log.importance);
      else expect(log).not.toHaveProperty('importance');
    }
    expect(new Set(logs.map((it) => it.performedBy))).toEqual(new Set(['user', 'api-key', 'service']));
  });

  it('children come after their parent, in the same landscape', () => {
    const byId = new Map(logs.map((it) => [it.id, it]));
    const children = logs.filter((it) => it.parentId !== null);
    for (const child of children) {
      const parent = byId.get(String(child.parentId));
      expect(parent?.landscapeId).toBe(child.landscapeId);
      expect(String(parent?.performedAt) < String(child.performedAt)).toBe(true);
    }
    const causes = new Map<string, Set<string>>();
    for (const child of children) {
      const parent = byId.get(String(child.parentId));
      const type = parent ? action(parent).type : '';
      causes.set(type, (causes.get(type) ?? new Set()).add(action(child).type));
    }
    expect(causes.get('landscape-create')).toContain('tag-create');
    expect(causes.get('draft-merge')).toContain('model-connection-update');
    expect(causes.get('version-create')).toContain('landscape-export');
  });
});

it('records and logs agree on authors and times', () => {
  const kinds: Record<string, SeedKind> = {
    'model-object-create': 'modelObject',
    'model-connection-create': 'modelConnection',
    'tag-create': 'tag',
    'diagram-create': 'diagram',
    'flow-create': 'flow',
    'draft-task-create': 'draftTask',
    'comment-create': 'comment',
  };
  let checked = 0;
  for (const log of all('actionLog')) {
    const kind = kinds[action(log).type];
    const record = kind && all(kind).find((it) => it.id === action(log).id);
    if (!record) continue;
    const { createdAt, createdBy, createdById } = record;
    expect([createdAt, createdBy, createdById]).toEqual([
      log.performedAt,
      log.performedBy,
      log.performedById,
    ]);
    checked += 1;
  }
  expect(checked).toBeGreaterThan(20);
});

describe('the organization log', () => {
  it('repeats the action logs and adds events outside landscapes', () => {
    const own = all('organizationLog').filter((it) => it.landscapeId === undefined);
    expect(own.length).toBeGreaterThanOrEqual(5);
    for (const log of own) expect(ORGANIZATION_ACTION_TYPES).toContain(action(log).type);
    const key = own.find((it) => action(it).type === 'api-key-create');
    expect(key && action(key).props).toEqual({ name: 'Nightly import', permission: 'write' });
    const others = all('organizationLog').filter((it) => it.landscapeId !== undefined);
    expect(others).toEqual(all('actionLog').map(({ importance: _, ...rest }) => rest));
  });

  it('the main landscape has forty entries or more', () => {
    expect(all('actionLog').filter((it) => it.landscapeId === DEMO.landscapeId).length).toBeGreaterThan(39);
  });
});
