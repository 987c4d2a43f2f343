import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxApi, type SandboxApi } from './harness.js';

const NOW = new Date('2026-03-11T09:30:00.000Z');
let api: SandboxApi;
let at = NOW;

beforeAll(async () => {
  api = await openSandboxApi({ seed: 'empty', clock: () => at });
  at = new Date('2026-03-11T09:30:00.000Z');
});
afterAll(() => api.sandbox.close());

const propose = (name: string) => api.must('organizations.apiKeys.create', {}, { name, permission: 'read' });
const stats = (by: 'byType' | 'byEntity', query = '') =>
  api.must(`organizations.logs.stats.${by}`, {}, undefined, query);

describe('log statistics', () => {
  const made: { id: string }[] = [];

  beforeAll(async () => {
    // A Sunday, the next Monday, and another year.
    for (const moment of [
      '2026-03-08T23:59:59.999Z',
      '2026-03-09T00:00:00.000Z',
      '2027-01-01T12:00:00.000Z',
    ]) {
      at = new Date(moment);
      made.push(await propose(moment));
    }
  });

  const dates = async (period: string): Promise<string[]> =>
    (await stats('byType', `?period=${period}`)).dates.map(({ date }: { date: string }) => date);

  it('have non-empty periods in UTC, oldest first', async () => {
    const day = ['2026-03-08T00:00:00.000Z', '2026-03-09T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];
    expect(await dates('day')).toEqual(day);
    expect((await stats('byType')).dates.map(({ date }: { date: string }) => date)).toEqual(day);
    expect(await dates('week')).toEqual([
      '2026-03-02T00:00:00.000Z',
      '2026-03-09T00:00:00.000Z',
      '2026-12-28T00:00:00.000Z',
    ]);
    expect(await dates('month')).toEqual(['2026-03-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
    expect(await dates('year')).toEqual(['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
    expect(await dates('all')).toEqual(['2026-03-08T23:59:59.999Z']);
    expect((await api.perform('organizations.logs.stats.byType', {}, { query: '?period=hour' })).status).toBe(
      422,
    );
  });

  it('count by type, with users', async () => {
    const { id, name } = { id: api.sandbox.adminKey.id, name: expect.any(String) };
    const mine = { id, type: 'api-key', count: 2, contributedAt: '2026-03-09T00:00:00.000Z' };
    expect(await stats('byType', '?period=month&filter[endAtDate]=2026-12-31')).toEqual({
      contributors: { [id]: { ...mine, name } },
      dates: [
        {
          date: '2026-03-01T00:00:00.000Z',
          actions: { 'api-key-create': { type: 'api-key-create', count: 2, contributors: { [id]: mine } } },
        },
      ],
      totalCount: 2,
    });
  });

  it('count by entity, within the filter', async () => {
    const [one, two] = made.map(({ id }) => id);
    const query = `?period=all&filter[entityId][]=${one}&filter[entityId][]=${two}&filter[performedBy][]=api-key&filter[performedBy][]=user`;
    const { totalCount, dates: found } = await stats('byEntity', query);
    expect(totalCount).toBe(2);
    expect(Object.keys(found[0].entities)).toEqual([one, two]);
    expect(await stats('byEntity', '?filter[performedBy]=service')).toEqual({
      contributors: {},
      dates: [],
      totalCount: 0,
    });
    expect((await stats('byType', '?filter[actionType]=team-create')).totalCount).toBe(0);
    expect((await stats('byType', '?filter[startAtDate]=2026-06-01')).totalCount).toBe(1);
  });

  it('require the Scale plan for an organization, like its logs', async () => {
    const growth = await openSandboxApi({ plan: 'growth' });
    for (const id of [
      'organizations.logs.stats.byType',
      'organizations.logs.stats.byEntity',
      'organizations.logs.get',
    ]) {
      const reply = await growth.perform(id, { organizationLogId: 'x' });
      expect([id, reply.status]).toEqual([id, 403]);
    }
    expect((await growth.perform('landscapes.logs.stats.byType')).status).toBe(200);
    expect((await growth.perform('landscapes.logs.stats.byType', { landscapeId: 'x' })).status).toBe(404);
    await growth.sandbox.close();
  });

  it('and single entries are limited to the organization', async () => {
    const [log] = await api.must('organizations.logs.list');
    expect(await api.must('organizations.logs.get', { organizationLogId: log.id })).toEqual(log);
    expect((await api.perform('organizations.logs.get', { organizationLogId: 'x' })).status).toBe(404);
  });
});
