import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/index.js';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.js';
import { type Schedule, timers } from '../../src/sandbox/schedule.js';
import type { SendWebhook } from '../../src/sandbox/webhooks/send.js';
import { ADMIN, BASE_URL, FONTS } from '../support/sandbox.js';
import { openSeeded } from '../support/seeded-databases.js';
import { temporaryDirectory } from '../webhooks/receiver-suite.js';

/** System timers that report which of them are pending, and which were set after the sandbox was closed. */
function recordedTimers() {
  const pending = new Set<number>();
  const late: number[] = [];
  let isClosed = false;
  const schedule: Schedule = (task, milliseconds) => {
    pending.add(milliseconds);
    if (isClosed) late.push(milliseconds);
    const cancel = timers(() => {
      pending.delete(milliseconds);
      task();
    }, milliseconds);
    return () => {
      pending.delete(milliseconds);
      cancel();
    };
  };
  return {
    schedule,
    close: () => {
      isClosed = true;
    },
    left: () => ({ pending: [...pending], late }),
  };
}

const NEVER: SendWebhook = () => new Promise(() => {});
const FAILS: SendWebhook = async () => ({ status: 500 });

const AUTHORIZATION = { authorization: `ApiKey ${ADMIN.id}:${ADMIN.secret}` };
const endless = () => new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode('{"name":')) });

interface Kind {
  options?: SandboxOptions;
  method?: string;
  path: (sandbox: Sandbox) => string;
  body?: unknown;
  /** Outcome if the sandbox is closed last; default: 200. */
  end?: number | string;
  /** A timer that is pending when the sandbox is closed last, by its milliseconds. */
  timer?: (milliseconds: number) => boolean;
  /** Requests whose responses come first. */
  before?: readonly Omit<Kind, 'before'>[];
}

const requestOf = (sandbox: Sandbox, { method = 'GET', path, body }: Omit<Kind, 'before'>): Request =>
  new Request(new URL(path(sandbox), BASE_URL), {
    method,
    headers: { ...AUTHORIZATION, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body instanceof ReadableStream
      ? { body, duplex: 'half' }
      : body !== undefined && { body: JSON.stringify(body) }),
  } as RequestInit);

const inVersion = (path: string) => (sandbox: Sandbox) =>
  `landscapes/${sandbox.landscapeId}/versions/latest/${path}`;
const TAG_GROUP = { name: 'Closing', icon: 'star', index: 1 };
const SUBSCRIBE: Omit<Kind, 'before'> = {
  method: 'POST',
  path: () => '/sandbox/webhooks',
  body: { name: 'closing', url: 'http://127.0.0.1:9/' },
};
const WRITE: Omit<Kind, 'before'> = {
  method: 'POST',
  path: inVersion('tag-groups'),
  body: TAG_GROUP,
};

const KINDS: Readonly<Record<string, Kind>> = {
  read: { path: inVersion('model/objects') },
  write: WRITE,
  'a body that never ends': { ...WRITE, body: 'endless', end: 'The sandbox is closed.' },
  'a simulated latency': {
    options: { faults: { latencyMs: 60_000 } },
    end: 'The sandbox is closed.',
    path: inVersion('model/objects'),
  },
  'a dropped connection': {
    options: { faults: { dropRate: 1 } },
    end: 'fetch failed',
    path: inVersion('model/objects'),
  },
  'an unknown route': { path: () => 'nowhere', end: 404 },
  'a rejected key': {
    path: () => 'organizations',
    end: 401,
    options: { adminKey: { id: 'Other', secret: 'Other' } },
  },
  export: {
    options: { exportDelayMs: 60_000 },
    method: 'POST',
    path: inVersion('export?type=pdf'),
    body: {},
  },
  'a reset': { options: { seed: 'empty' }, method: 'POST', path: () => '/sandbox/reset' },
  'a snapshot': { method: 'POST', path: () => '/sandbox/snapshots', body: { name: 'one' } },
  'a delivery without a response': {
    ...WRITE,
    options: { sendWebhook: NEVER },
    timer: (ms) => ms === 10_000,
    before: [SUBSCRIBE],
  },
  'a delivery that is retried': {
    ...WRITE,
    options: { sendWebhook: FAILS },
    timer: (ms) => ms > 250 && ms <= 1_000,
    before: [SUBSCRIBE],
  },
};

/** Turns of microtasks, then of the event loop. */
const MOMENTS: readonly { microtasks: number; turns: number }[] = [
  ...[0, 1, 2, 4, 8, 16].map((microtasks) => ({ microtasks, turns: 0 })),
  ...[1, 2, 4, 16].map((turns) => ({ microtasks: 0, turns })),
];

async function openRecorded(options: SandboxOptions = {}) {
  const recorded = recordedTimers();
  const settings = { adminKey: ADMIN, fontDir: FONTS, exportDelayMs: 0, schedule: recorded.schedule };
  const { sandbox } = await openSeeded({ ...settings, ...options }, openSandbox);
  return { sandbox, recorded };
}

async function reach({ microtasks, turns }: (typeof MOMENTS)[number]): Promise<void> {
  for (let at = 0; at < microtasks; at++) await Promise.resolve();
  for (let at = 0; at < turns; at++) await setImmediate();
}

/** A response, or the error of the network that a caller sees. */
const outcomeOf = (response: Promise<Response>): Promise<number | string> =>
  response.then(
    ({ status }) => status,
    (error: Error) => (error instanceof TypeError ? error.message : `not a network error: ${error.message}`),
  );

const EXPECTED = [expect.any(Number), 'The sandbox is closed.', 'fetch failed'];

describe('closing during a request', () => {
  it.each(Object.entries(KINDS))(
    'of the kind: %s',
    async (_, { options, before = [], end = 200, timer, ...kind }) => {
      const ends: (number | string)[] = [];
      for (const moment of MOMENTS) {
        const { sandbox, recorded } = await openRecorded(options);
        for (const it of before) expect((await sandbox.fetch(requestOf(sandbox, it))).status).toBe(200);
        const body = kind.body === 'endless' ? endless() : kind.body;
        const outcome = outcomeOf(sandbox.fetch(requestOf(sandbox, { ...kind, body })));
        await reach(moment);
        if (timer && moment === MOMENTS.at(-1))
          while (!recorded.left().pending.some(timer)) await setImmediate();
        const [closed] = [sandbox.close(), sandbox.close()];
        await closed;
        recorded.close();
        ends.push(await outcome);
        expect(await outcomeOf(sandbox.fetch(requestOf(sandbox, WRITE)))).toBe('The sandbox is closed.');
        sandbox.resumeJobs();
        for (let turn = 0; turn < 4; turn++) await setImmediate();
        expect(recorded.left(), JSON.stringify(moment)).toEqual({ pending: [], late: [] });
      }
      for (const it of ends) expect(EXPECTED).toContainEqual(it);
      expect(ends.at(-1)).toBe(end);
    },
  );

  it('of every operation at once', async () => {
    const idle = new Map<string, number>();
    for (const moment of MOMENTS) {
      const { sandbox, recorded } = await openRecorded();
      const outcomes = OPERATIONS.map(({ method, path }) => {
        const filled = path
          .replace('{landscapeId}', sandbox.landscapeId)
          .replace('{organizationId}', sandbox.organizationId)
          .replace('{versionId}', 'latest')
          .replace(/\{\w+\}/g, 'none');
        const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
        const request = {
          method,
          path: () => filled.replace(/^\/(v1\/)?/, ''),
          ...(hasBody && { body: {} }),
        };
        return outcomeOf(sandbox.fetch(requestOf(sandbox, request)));
      });
      await reach(moment);
      await sandbox.close();
      recorded.close();
      for (const end of await Promise.all(outcomes)) {
        expect(EXPECTED).toContainEqual(end);
        idle.set(String(end), (idle.get(String(end)) ?? 0) + 1);
      }
      expect(recorded.left()).toEqual({ pending: [], late: [] });
    }
    // Some were answered, and those that still had a body to read were not.
    expect(idle.get('200')).toBeGreaterThan(0);
    expect(idle.get('The sandbox is closed.')).toBeGreaterThan(0);
  });
});

it('cancels the body that a caller is still sending', async () => {
  const { sandbox } = await openRecorded();
  let isCancelled = false;
  const body = new ReadableStream({
    cancel: () => {
      isCancelled = true;
    },
  });
  const outcome = outcomeOf(sandbox.fetch(requestOf(sandbox, { ...WRITE, body })));
  for (let turn = 0; turn < 4; turn++) await setImmediate();
  await sandbox.close();
  expect([await outcome, isCancelled]).toEqual(['The sandbox is closed.', true]);
});

it('leaves an interrupted export to the next start', async () => {
  const dataDir = await temporaryDirectory();
  const first = await openRecorded({ dataDir });
  const create = { method: 'POST', path: inVersion('export?type=html'), body: {} };
  const response = await first.sandbox.fetch(requestOf(first.sandbox, create));
  const { landscapeExport } = (await response.json()) as { landscapeExport: { id: string } };
  // The job has begun: its timer is no longer pending.
  while (first.recorded.left().pending.includes(0)) await setImmediate();
  await first.sandbox.close();

  const { sandbox } = await openRecorded({ dataDir });
  const poll = { path: inVersion(`export/${landscapeExport.id}`) };
  for (;;) {
    const polled = await sandbox.fetch(requestOf(sandbox, poll));
    const { landscapeExport: found } = (await polled.json()) as { landscapeExport: Record<string, unknown> };
    expect(found.error ?? null).toBeNull();
    if (found.completedAt) break;
    await setImmediate();
  }
  await sandbox.close();
});
