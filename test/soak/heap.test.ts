/** Heap growth of long-running modes, measured after garbage collection. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import type { Context } from '../../src/cli/command/spec.js';
import { createClient } from '../../src/client/client.js';
import { tail } from '../../src/client/jobs/tail.js';
import { bodyOfBytes, type Send, transport } from '../../src/client/send/wire.js';
import watch from '../../src/commands/model/watch.js';
import { limitStream } from '../../src/commands/shared/stream-limits.js';
import { listOrganizationLogs } from '../../src/contract/resources/action-log.js';
import { openSandbox } from '../../src/sandbox/sandbox.js';
import { timers } from '../../src/sandbox/schedule.js';
import { openStore } from '../../src/sandbox/store/store.js';
import { deliveryLoop } from '../../src/sandbox/webhooks/delivery.js';
import { signedDelivery } from '../../src/webhooks/build/delivery.js';
import { executor } from '../../src/webhooks/forward/execute.js';
import { forwarder, type Job, parseTarget } from '../../src/webhooks/forward/forward.js';
import { startProgram } from '../../src/webhooks/forward/program.js';
import { sender } from '../../src/webhooks/forward/send.js';
import { GENERATION } from '../../src/webhooks/listen/duplicates.js';
import { openReceiver } from '../../src/webhooks/listen/receiver.js';
import { systemMachine } from '../../src/webhooks/machine.js';
import { ask } from '../support/direct.js';
import { ADMIN, FONTS } from '../support/sandbox.js';

const OPERATIONS = 20_000;
/** Time limit on a busy machine. */
const TIME_LIMIT = 300_000;
/** Bytes that an operation may leave behind. A leaked listener has 50 or more. */
const LEFT = 25;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap in use. Finalizers run between collections. */
async function heapInUse(): Promise<number> {
  for (let round = 0; round < 8; round += 1) {
    collect();
    await setImmediate();
  }
  return process.memoryUsage().heapUsed;
}

/** Rounds after which steady growth is a leak. */
const ROUNDS = 5;

/**
 * Performs rounds of operations until the heap stops growing: a leak grows in every round, while a cache that fills late or
 * other work of the process grows in some.
 */
async function soak(
  perform: (count: number) => Promise<void>,
  { warmUp = OPERATIONS / 10, operations = OPERATIONS, left = LEFT } = {},
): Promise<void> {
  await perform(warmUp);
  const growth: number[] = [];
  let before = await heapInUse();
  for (let round = 0; round < ROUNDS; round += 1) {
    await perform(operations / 2);
    const after = await heapInUse();
    growth.push((after - before) / (operations / 2));
    before = after;
    // At least two rounds, so that `operations` are performed.
    if (round > 0 && Math.min(...growth) < left) break;
  }
  expect(Math.min(...growth), `bytes that each operation left, by round: ${growth}`).toBeLessThan(left);
}

/** Performs operations one after the other. */
const oneByOne = (operation: (at: number) => Promise<unknown>) => {
  let at = 0;
  return async (count: number): Promise<void> => {
    for (const end = at + count; at < end; at += 1) await operation(at);
  };
};

/** Starts several operations at a time, and waits until each has reported its end. */
function counted(start: (at: number) => void) {
  let at = 0;
  let left = 0;
  let resolve = (): void => {};
  return {
    finished(): void {
      left -= 1;
      if (left === 0) resolve();
    },
    perform: (most: number) => async (count: number) => {
      for (const end = at + count; at < end; ) {
        left = most;
        const all = new Promise<void>((it) => {
          resolve = it;
        });
        for (const last = at + most; at < last; at += 1) start(at);
        await all;
      }
    },
  };
}

const BODY = JSON.stringify({
  collection: 'model-object',
  operation: 'updated',
  organizationId: 'org1',
  subscriptionId: 'sub1',
  resourceId: 'obj1',
  before: { id: 'obj1' },
  after: { id: 'obj1' },
});
const SECRET = 'whsec_soak';

/** A job of the listener for one record. */
const jobOf = (at: number): Job => ({
  facts: {
    id: `evt_${at}`,
    receivedAt: '2026-01-01T00:00:00.000Z',
    verified: true,
    secretName: 'main',
    duplicate: false,
    collection: 'model-object',
    operation: 'updated',
    resourceId: `object${at % 100}`,
    organizationId: 'org1',
    subscriptionId: 'sub1',
    landscapeId: null,
    timestamp: 1767225600,
    size: BODY.length,
  } as Job['facts'],
  method: 'POST',
  rawHeaders: ['Content-Type', 'application/json'],
  body: Buffer.from(BODY),
});

it('requests to the sandbox', { timeout: TIME_LIMIT }, async () => {
  const { sandbox, answer } = await openSandbox({ adminKey: ADMIN, fontDir: FONTS });
  onTestFinished(() => sandbox.close());
  const headers = { authorization: `ApiKey ${ADMIN.id}:${ADMIN.secret}`, 'content-type': 'application/json' };
  const objects = `http://sandbox.test/v1/landscapes/${sandbox.landscapeId}/versions/latest/model/objects`;
  const { body } = await ask(answer, { method: 'GET', url: new URL(objects), headers });
  const [object] = JSON.parse(String(body)).modelObjects;
  const url = new URL(`${objects}/${object.id}`);
  await soak(
    oneByOne(async (at) => {
      const changes = { method: 'PATCH', body: JSON.stringify({ caption: `Caption ${at}` }) };
      const { status } = await ask(answer, {
        url,
        headers,
        ...(at % 20 === 0 ? changes : { method: 'GET' }),
      });
      expect(status).toBe(200);
    }),
  );
});

it('webhook deliveries of the sandbox', { timeout: TIME_LIMIT }, async () => {
  const store = openStore(undefined);
  onTestFinished(() => store.close());
  const stamps = { failures: 0, disabledReason: null, createdAt: '', updatedAt: '' };
  const subscription = { id: 'Sub', organizationId: 'Org', name: 'soak', url: 'https://hooks.test/' };
  store.subscriptions.create({ ...subscription, ...stamps, enabled: true }, SECRET);
  const loop = deliveryLoop({
    store,
    schedule: timers,
    plan: 'scale',
    clock: () => new Date(),
    send: async () => {
      deliveries.finished();
      return { status: 200 };
    },
  });
  onTestFinished(() => loop.close());
  const event = { collection: 'model-object', operation: 'updated', createdAt: '', body: BODY };
  const deliveries = counted((at) => {
    const id = `delivery${at}`;
    store.outbox.add({ ...event, id, subscriptionId: 'Sub', resourceId: id, queuedAt: loop.now() });
    loop.notice();
  });
  await soak(deliveries.perform(50));
});

it('webhook listen', { timeout: TIME_LIMIT }, async () => {
  const receiver = await openReceiver({
    port: 0,
    host: '127.0.0.1',
    path: '/',
    secrets: [{ name: 'main', secret: SECRET }],
    machine: systemMachine,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const events = counted((at) => {
    const body = BODY.replace('obj1', `object${at}`);
    const { headers } = signedDelivery({ body, secret: SECRET, timestamp: Math.floor(Date.now() / 1000) });
    const outgoing = httpRequest(receiver.url, {
      method: 'POST',
      agent,
      headers: Object.fromEntries(headers),
    });
    outgoing.on('response', (incoming) => incoming.resume());
    outgoing.end(body);
  });
  const reading = (async () => {
    for await (const records of receiver.batches)
      for (const { type } of records) if (type === 'event') events.finished();
  })();
  onTestFinished(async () => {
    agent.destroy();
    await receiver.close();
    await reading;
  });
  // The set of known deliveries grows to at most two generations, and has the same size after each
  // generation.
  const operations = 2 * GENERATION;
  await soak(events.perform(64), { warmUp: operations, operations });
});

it('webhook listen --forward-to', { timeout: TIME_LIMIT }, async () => {
  const server = createServer((request, response) => request.on('end', () => response.end()).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const wire = sender(systemMachine);
  onTestFinished(() => {
    wire.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const events = counted((at) => forward.offer(jobOf(at)));
  const forward = forwarder({
    targets: [parseTarget(`http://127.0.0.1:${port}/`)],
    sender: wire,
    machine: systemMachine,
    emit: events.finished,
  });
  await soak(events.perform(50));
});

/** A program that ends at once. */
const ended: typeof startProgram = async () => ({
  ended: Promise.resolve({ exitCode: 0, signal: null }),
  end: () => {},
  gone: Promise.resolve(),
});

it.each([
  // A process that is not released holds some kilobytes. Starting one takes as long as a thousand events.
  ['real programs', { start: startProgram, warmUp: 100, operations: 1_000, left: 1_000 }],
  ['programs that end at once', { start: ended, warmUp: 2_000, operations: OPERATIONS, left: LEFT }],
])('webhook listen --exec with %s', { timeout: TIME_LIMIT }, async (_, { start, ...amount }) => {
  const events = counted((at) => exec.offer(jobOf(at)));
  const exec = executor({
    argv: ['true'],
    env: { PATH: process.env.PATH },
    cwd: '/',
    machine: systemMachine,
    emit: events.finished,
    start,
  });
  await soak(events.perform(50), amount);
});

it('logs tail', { timeout: TIME_LIMIT }, async () => {
  const stop = new AbortController();
  let polls = 0;
  /** A service whose log has another record at each poll. */
  const answer: Send = async ({ url }) => {
    polls += 1;
    const performedAt = new Date(polls * 60_000).toISOString();
    const text = JSON.stringify({ organizationLogs: [{ id: `log${polls}`, performedAt }] });
    return { status: 200, headers: {}, body: bodyOfBytes(Buffer.from(text)), url };
  };
  const client = createClient({
    baseUrl: 'https://service.test/v1/',
    transport: transport(answer),
    signal: stop.signal,
    paced: false,
  });
  const sleep = async (): Promise<void> => setImmediate();
  const records = limitStream({
    count: undefined,
    timeoutMs: undefined,
    signal: stop.signal,
    sleep,
    start: (signal) =>
      tail<{ id: string; performedAt: string }>({
        page: async () => {
          const path = { organizationId: 'Org' };
          const { organizationLogs } = await client.perform(listOrganizationLogs, { path, signal });
          return organizationLogs as { id: string; performedAt: string }[];
        },
        accept: () => true,
        last: 1,
        follow: true,
        intervalMs: 1,
        now: () => new Date(polls * 60_000),
        sleep,
        signal,
        onFault: (error) => stop.abort(error),
        onRecovered: () => {},
      }),
  });
  // The tail remembers the last 10,000 ids.
  await soak(
    oneByOne(() => records.next()),
    { warmUp: 12_000 },
  );
  stop.abort();
  await records.return(undefined);
});

it('model watch', { timeout: TIME_LIMIT }, async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'archctl-soak-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const file = join(cwd, 'm.yaml');
  const save = (at: number): void => writeFileSync(file, `domains:\n  - { id: travel, name: Saved ${at} }\n`);
  save(0);
  const stop = new AbortController();
  const context = {
    world: { cwd, now: () => new Date(), sleep: async () => {}, signal: stop.signal, env: {} },
    terminal: { closing: new AbortController().signal },
    parsed: { globals: {} },
  } as unknown as Context;
  const outcome = await watch.run(context, { args: { files: [file] }, options: {} } as never);
  const runs = (outcome as unknown as { events: AsyncIterable<unknown> }).events[Symbol.asyncIterator]();
  const { value: first } = await runs.next();
  expect(first).toMatchObject({ errors: 0, files: 1 });
  let at = 0;
  await soak(
    oneByOne(async () => {
      const next = runs.next();
      at += 1;
      save(at);
      await next;
    }),
  );
  stop.abort();
  await runs.return?.().catch(() => {});
});
