import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/index.js';
import { RATE_LIMITS, type RateClass, rateClass } from '../../src/contract/limits.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

/** Requests of every operation on each of its paths. The responses do not matter here. */
const REQUESTS = OPERATIONS.flatMap((operation) =>
  [operation.path, ...(operation.otherPaths ?? [])].map((path) => ({ operation, path })),
);

/** With unused ids: a request counts before the lookup, and none of these changes anything. */
const pathOf = (path: string): string => `/v1${path.replace(/\{\w+\}/g, 'NobodyHasThisId00000')}`;

describe('every operation', () => {
  let api: SandboxApi;
  beforeAll(async () => {
    api = await openSandboxApi({ schedule: () => () => {} });
  });
  afterAll(() => api.sandbox.close());

  const meters = async (): Promise<Record<string, number>> => {
    const { month: _month, ...counts } = (await api.send('GET', '/sandbox/state')).body.meters;
    return counts;
  };

  it('increments its own meter by one, on all of its paths', async () => {
    for (const { operation, path } of REQUESTS) {
      const before = await meters();
      // No body: the response may be 422, and the request still counts.
      await api.send(operation.method, pathOf(path));
      const { meter } = operation;
      expect([path, await meters()]).toEqual([path, { ...before, [meter]: Number(before[meter]) + 1 }]);
    }
  });

  it('increments none without authentication or permission', async () => {
    const key = await api.keyWith('billing');
    const before = await meters();
    const closed = REQUESTS.filter(({ operation }) => operation.access === 'write');
    for (const { operation, path } of closed) {
      expect((await api.send(operation.method, pathOf(path), { key })).status).toBe(403);
      expect((await api.send(operation.method, pathOf(path), { key: null })).status).toBe(401);
    }
    expect(closed.length).toBeGreaterThan(20);
    expect(await meters()).toEqual(before);
  });
});

describe('requests per minute', () => {
  it('count every operation, by its kind', async () => {
    const api = await openSandboxApi({ limits: 'real', schedule: () => () => {}, clock: () => new Date(0) });
    const cheapest: Record<RateClass, [string, string]> = {
      read: ['HEAD', '/v1/landscape-templates'],
      write: ['POST', '/v1/organizations/nobody/api-keys'],
      user: ['POST', '/v1/user/login'],
    };
    for (const [kind, [method, path]] of Object.entries(cheapest)) {
      for (let count = 0; count < RATE_LIMITS[kind as RateClass]; count += 1) {
        expect((await api.send(method, path)).status).not.toBe(429);
      }
    }
    const seen = new Set<RateClass>();
    for (const { operation, path } of REQUESTS) {
      seen.add(rateClass(operation.method, operation.path));
      const { status, body, headers } = await api.send(operation.method, pathOf(path));
      expect([path, status]).toEqual([path, 429]);
      if (operation.method !== 'HEAD') expect(body).toEqual({ message: 'Too Many Requests' });
      expect(headers.get('retry-after')).toBe('60');
    }
    expect(seen).toEqual(new Set(['read', 'write', 'user']));
    await api.sandbox.close();
  });
});
