import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/sandbox/store/open.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

const clockAt = (start: string) => {
  let now = new Date(start);
  return {
    clock: () => now,
    to: (moment: string) => {
      now = new Date(moment);
    },
    by: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds);
    },
  };
};
const state = async (api: SandboxApi) => (await api.send('GET', '/sandbox/state')).body;

describe('plans', () => {
  it('exclude the API from the Free plan, except health', async () => {
    const api = await openSandboxApi({ plan: 'free' });
    const { status, body } = await api.send('GET', '/v1/organizations');
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'plan/api-not-available' });
    expect(body.message).toContain('Free plan');
    expect((await api.send('POST', '/v1/user/login')).status).toBe(403);
    for (const key of [null, undefined])
      expect((await api.send('GET', '/v1/health', key === null ? { key } : {})).status).toBe(200);
    expect((await state(api)).meters).toMatchObject({ read: 0, write: 0 });
    await api.sandbox.close();
  });

  it('include organization logs from Scale upwards', async () => {
    const api = await openSandboxApi({ plan: 'growth' });
    const { status, body } = await api.perform('organizations.logs.list');
    expect({ status, code: body.code }).toEqual({
      status: 403,
      code: 'plan/organization-logs-not-available',
    });
    expect((await api.perform('landscapes.logs.list')).status).toBe(200);
    await api.sandbox.close();
  });

  it('are shown in the organization', async () => {
    const api = await openSandboxApi({ plan: 'enterprise' });
    expect((await api.must('organizations.get')).plan).toBe('enterprise');
    expect(api.sandbox.plan).toBe('enterprise');
    await api.sandbox.close();
  });
});

describe('monthly quotas', () => {
  it('stop exports after five on Growth, until the next month', async () => {
    const time = clockAt('2026-03-31T23:00:00Z');
    // Nothing is drawn, because only the request counts.
    const schedule = () => () => undefined;
    const api = await openSandboxApi({ plan: 'growth', clock: time.clock, schedule });
    const [diagram] = await api.must('diagrams.list');
    const start = () => api.perform('diagrams.export.create', { diagramId: diagram.id }, { body: {} });
    for (let count = 0; count < 5; count += 1) expect((await start()).status).toBe(200);
    const { status, body, headers } = await start();
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'quota/export' });
    expect(body.message).toBe(
      'The monthly quota of 5 export requests of the growth plan is used up; it resets on 2026-04-01 (UTC).',
    );
    expect(headers.get('retry-after')).toBe('3600');
    expect((await state(api)).meters).toEqual({ month: '2026-03', read: 1, write: 0, import: 0, export: 5 });
    time.to('2026-04-01T00:00:00Z');
    expect((await start()).status).toBe(200);
    expect((await state(api)).meters).toEqual({ month: '2026-04', read: 0, write: 0, import: 0, export: 1 });
    await api.sandbox.close();
  });

  it('stop writes after a thousand on Growth, but not reads', async () => {
    const { clock } = clockAt('2026-03-10T12:00:00Z');
    const opened = openDatabase(undefined);
    const api = await openSandboxApi({ plan: 'growth', seed: 'empty', clock, openDatabase: () => opened });
    opened.db.exec("INSERT INTO meters (month, meter, count) VALUES ('2026-03', 'write', 997)");
    const body = { name: 'x', permission: 'read' };
    for (let count = 997; count < 1000; count += 1) {
      const { status } = await api.perform('organizations.apiKeys.update', { apiKeyId: 'nope' }, { body });
      expect(status).toBe(404);
    }
    const spent = await api.perform('organizations.apiKeys.create', {}, { body });
    expect({ status: spent.status, code: spent.body.code }).toEqual({ status: 429, code: 'quota/write' });
    expect((await api.perform('organizations.get')).status).toBe(200);
    await api.sandbox.close();
  });

  it('count authenticated and permitted requests', async () => {
    const api = await openSandboxApi();
    const reader = await api.keyWith('read');
    await api.send('GET', '/v1/organizations', { key: { id: 'x', secret: 'y' } });
    await api.perform(
      'organizations.apiKeys.create',
      {},
      { key: reader, body: { name: 'x', permission: 'read' } },
    );
    await api.perform('landscapes.get', { landscapeId: 'nope' }, { key: reader });
    expect((await state(api)).meters).toMatchObject({ read: 1, write: 1 });
    await api.sandbox.close();
  });
});

describe('rate limits', () => {
  it('apply to each key, on request', async () => {
    const time = clockAt('2026-01-01T00:00:00Z');
    const api = await openSandboxApi({ limits: 'real', clock: time.clock });
    const other = await api.keyWith('read');
    for (let count = 0; count < 10; count += 1)
      expect((await api.send('POST', '/v1/user/login')).status).toBe(200);
    time.by(20_500);
    const { status, body, headers } = await api.send('POST', '/v1/user/login');
    expect({ status, body }).toEqual({ status: 429, body: { message: 'Too Many Requests' } });
    expect(headers.get('retry-after')).toBe('40');
    expect((await api.send('POST', '/v1/user/login', { key: other })).status).toBe(200);
    expect((await api.send('GET', '/v1/organizations')).status).toBe(200);
    time.by(40_000);
    expect((await api.send('POST', '/v1/user/login')).status).toBe(200);
    await api.sandbox.close();
  });

  it('are off by default', async () => {
    const api = await openSandboxApi();
    for (let count = 0; count < 12; count += 1)
      expect((await api.send('POST', '/v1/user/login')).status).toBe(200);
    await api.sandbox.close();
  });
});

describe('faults', () => {
  const statuses = async (api: SandboxApi, count: number) => {
    const seen: (number | string)[] = [];
    for (let at = 0; at < count; at += 1) {
      const status = await api.send('GET', '/v1/organizations').then(
        (reply) => reply.status,
        (error: { code?: string }) => error.code ?? 'none',
      );
      seen.push(status);
    }
    return seen;
  };

  it('hit the same requests on every run', async () => {
    const api = await openSandboxApi({ faults: { errorRate: 0.25 } });
    expect(await statuses(api, 8)).toEqual([200, 200, 200, 500, 200, 200, 200, 500]);
    const set = await api.send('PUT', '/sandbox/faults', {
      body: { errorRate: 0, rateLimitRate: 0.5, retryAfter: 7 },
    });
    expect(set.body.faults).toMatchObject({ errorRate: 0, rateLimitRate: 0.5, retryAfter: 7, dropRate: 0 });
    expect(await statuses(api, 4)).toEqual([200, 429, 200, 429]);
    await api.send('PUT', '/sandbox/faults', { body: { rateLimitRate: 1 } });
    expect((await api.send('GET', '/v1/organizations')).headers.get('retry-after')).toBe('7');
    await api.sandbox.close();
  });

  it('drop connections like a network, except health and control', async () => {
    const api = await openSandboxApi({ faults: { dropRate: 1 } });
    expect(await statuses(api, 2)).toEqual(['ECONNRESET', 'ECONNRESET']);
    expect((await api.send('GET', '/v1/health')).status).toBe(200);
    expect((await api.send('PUT', '/sandbox/faults', { body: { dropRate: 0 } })).status).toBe(200);
    expect(await statuses(api, 1)).toEqual([200]);
    await api.sandbox.close();
  });

  it('add latency', async () => {
    const waits: number[] = [];
    const schedule = (task: () => void, milliseconds: number) => {
      waits.push(milliseconds);
      queueMicrotask(task);
      return () => undefined;
    };
    const api = await openSandboxApi({ faults: { latencyMs: 1500 }, schedule });
    expect(await statuses(api, 1)).toEqual([200]);
    expect(waits[0]).toBe(1500);
    await api.sandbox.close();
  });

  it('are validated', async () => {
    const api = await openSandboxApi();
    const { status, body } = await api.send('PUT', '/sandbox/faults', { body: { errorRate: 2, nope: 1 } });
    expect(status).toBe(422);
    expect(body.errors).toEqual(['errorRate: must be at most 1', 'nope: is not a valid field']);
    await api.sandbox.close();
  });
});

describe('the control API', () => {
  it('has no clock: tests set the time in code', async () => {
    const api = await openSandboxApi();
    const body = { now: '2030-02-03T04:05:06Z' };
    expect((await api.send('PUT', '/sandbox/clock', { body })).status).toBe(404);
    api.setNow(body.now);
    const { createdAt } = await api.must('tags.groups.create', {}, { name: 'G', icon: 'bug', index: 0 });
    expect(createdAt).toBe('2030-02-03T04:05:06.000Z');
    await api.sandbox.close();
  });

  it('resets everything except the key', async () => {
    const api = await openSandboxApi();
    const before = (await state(api)).records;
    const reader = await api.keyWith('read');
    await api.must('organizations.landscapes.duplicate', {}, { name: 'Copy' });
    const reset = await api.send('POST', '/sandbox/reset');
    expect(reset.body.records).toEqual(before);
    expect(reset.body.meters).toMatchObject({ read: 0, write: 0 });
    expect((await api.send('GET', '/v1/organizations', { key: reader })).status).toBe(401);
    expect((await api.send('GET', '/v1/organizations')).status).toBe(200);
    await api.sandbox.close();
  });

  it('requires the admin key of the sandbox, and is not metered', async () => {
    const api = await openSandboxApi({ plan: 'free' });
    expect((await api.send('GET', '/sandbox/state', { key: null })).status).toBe(401);
    expect((await api.send('GET', '/sandbox/state')).status).toBe(200);
    await api.sandbox.close();
    const open2 = await openSandboxApi();
    const admin = await open2.keyWith('admin');
    expect((await open2.send('POST', '/sandbox/reset', { key: admin })).status).toBe(403);
    await open2.sandbox.close();
  });
});
