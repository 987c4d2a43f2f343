import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import type { Client } from '../../src/client/client.js';
import type { Send } from '../../src/client/send/wire.js';
import { tagGroups } from '../../src/contract/resources/tag.js';
import { listTechnologies } from '../../src/contract/resources/technology.js';
import { type ContractSuite, openContractSuite } from './contract-suite.js';

let suite: ContractSuite;
/** Waits of the sandbox are held until a test releases them. */
const held: (() => void)[] = [];

beforeAll(async () => {
  suite = await openContractSuite({
    schedule: (task, ms) => {
      if (ms < 60_000) {
        const immediate = setImmediate(task);
        return () => clearImmediate(immediate);
      }
      held.push(task);
      return () => {};
    },
  });
});
afterEach(async () => {
  for (const task of held.splice(0)) task();
  await faults(NONE);
  suite.clock.waits.length = 0;
});
afterAll(() => suite.close());

const faults = (settings: Record<string, unknown>) => suite.control('PUT', 'faults', settings);
const NONE = { latencyMs: 0, errorRate: 0, rateLimitRate: 0, dropRate: 0 };
const path = () => ({ landscapeId: suite.sandbox.landscapeId, versionId: 'latest' });

const names = async (): Promise<string[]> => {
  await faults(NONE);
  return (await suite.list(tagGroups.list)).map(({ name }) => String(name));
};

/** Creates a record for each number. Returns which requests succeeded, and how the others failed. */
async function createMany(client: Client, count: number) {
  const made: string[] = [];
  const kinds: string[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const name = `Numbered ${turn}`;
    const body = { name, icon: 'star', index: turn } as const;
    try {
      await client.call(tagGroups.create, { path: path(), body });
      made.push(name);
    } catch (error) {
      if (!(error instanceof ArchctlError)) throw error;
      kinds.push(error.kind);
    }
  }
  return { made, kinds };
}

async function readMany(client: Client, count: number): Promise<number[]> {
  const sizes: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    sizes.push((await client.call(listTechnologies, {})).catalogTechnologies.length);
  }
  return sizes;
}

const KINDS: [string, Record<string, unknown>][] = [
  ['errors of the service', { errorRate: 0.5 }],
  ['dropped connections', { dropRate: 0.5 }],
  ['429 with Retry-After', { rateLimitRate: 0.5, retryAfter: 4 }],
  ['slow answers', { latencyMs: 200 }],
  ['all of them', { errorRate: 0.2, dropRate: 0.25, rateLimitRate: 0.2, latencyMs: 20, retryAfter: 1 }],
];

describe.each(KINDS)('with %s', (_, settings) => {
  it('every read succeeds', async () => {
    const [all = 0] = await readMany(suite.client(), 1);
    await faults(settings);
    expect(await readMany(suite.client(), 12)).toEqual(Array.from({ length: 12 }, () => all));
  });

  it('no write is carried out twice, and successful writes were carried out', async () => {
    const before = await names();
    await faults(settings);
    const { made, kinds } = await createMany(suite.client(), 12);
    expect(made).not.toEqual([]);
    expect(kinds.filter((kind) => kind !== 'unavailable')).toEqual([]);
    expect((await names()).slice(before.length)).toEqual(made);
  });
});

describe('effects of faults', () => {
  it('errors and drops are not retried for writes: half of them fail', async () => {
    for (const settings of [{ errorRate: 0.5 }, { errorRate: 0, dropRate: 0.5 }]) {
      await faults(settings);
      const sent = suite.requests.length;
      const { made, kinds } = await createMany(suite.client(), 6);
      expect([made.length, kinds.length]).toEqual([3, 3]);
      expect(suite.requests).toHaveLength(sent + 6);
    }
  });

  it('429 is retried for writes, after the requested wait', async () => {
    await faults({ rateLimitRate: 0.5, retryAfter: 4 });
    const { made, kinds } = await createMany(suite.client(), 6);
    expect([made.length, kinds]).toEqual([6, []]);
    expect(suite.clock.waits.length).toBeGreaterThan(3);
    expect(new Set(suite.clock.waits)).toEqual(new Set([4000]));
  });

  it('a permanent fault is reported by kind after three attempts of a read', async () => {
    for (const [settings, kind, status] of [
      [{ errorRate: 1 }, 'unavailable', 500],
      [{ errorRate: 1, errorStatus: 503 }, 'unavailable', 503],
      [{ errorRate: 0, rateLimitRate: 1, retryAfter: 2 }, 'limit', 429],
      [{ rateLimitRate: 0, dropRate: 1 }, 'unavailable', undefined],
    ] as const) {
      await faults(settings);
      const sent = suite.requests.length;
      const failing = suite.client().call(listTechnologies, {});
      await expect(failing).rejects.toMatchObject({ kind, facts: { ...(status && { status }) } });
      expect(suite.requests).toHaveLength(sent + 3);
    }
  });
});

describe('a response that is lost after the work', () => {
  /** Carries out every request, and loses every second response. */
  const forgetful = (): Send => {
    let count = 0;
    return async (request) => {
      const answer = await suite.transport(request);
      count += 1;
      if (count % 2 === 1) throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
      return answer;
    };
  };

  it('is requested again by reads', async () => {
    const sizes = await readMany(suite.client({ transport: forgetful() }), 4);
    expect(new Set(sizes).size).toBe(1);
  });

  it('leaves one record per write', async () => {
    const before = await names();
    const { made, kinds } = await createMany(suite.client({ transport: forgetful() }), 6);
    expect([made.length, kinds.length]).toEqual([3, 3]);
    const after = (await names()).slice(before.length);
    expect(after).toEqual(Array.from({ length: 6 }, (_, turn) => `Numbered ${turn}`));
  });
});

describe('a missing response', () => {
  /** Time advances wait by wait, including time limits. */
  const impatient = () => {
    const waits: number[] = [];
    return {
      waits,
      clock: {
        now: () => suite.clock.now().getTime(),
        sleep: (ms: number, signal?: AbortSignal) =>
          new Promise<void>((resolve, reject) => {
            const immediate = setImmediate(() =>
              setImmediate(() => {
                waits.push(ms);
                resolve();
              }),
            );
            signal?.addEventListener('abort', () => {
              clearImmediate(immediate);
              reject(signal.reason);
            });
          }),
      },
    };
  };

  it('times out: a read after three attempts, a write after one', async () => {
    await faults({ latencyMs: 60_000 });
    const { clock, waits } = impatient();
    const client = suite.client({ clock, timeoutMs: 7_000 });
    const sent = suite.requests.length;
    await expect(client.call(listTechnologies, {})).rejects.toMatchObject({ kind: 'unavailable' });
    expect(suite.requests).toHaveLength(sent + 3);
    expect(waits.filter((ms) => ms === 7_000)).toHaveLength(3);
    const body = { name: 'Late', icon: 'star', index: 1 } as const;
    await expect(client.call(tagGroups.create, { path: path(), body })).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(suite.requests).toHaveLength(sent + 4);
  });
});
