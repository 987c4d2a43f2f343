import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it, onTestFinished } from 'vitest';
import { executor } from '../../src/webhooks/forward/execute.js';
import { forwarder, type Job, parseTarget } from '../../src/webhooks/forward/forward.js';
import { startProgram } from '../../src/webhooks/forward/program.js';
import { sender } from '../../src/webhooks/forward/send.js';
import { systemMachine } from '../../src/webhooks/machine.js';
import { BODY, counted, LEFT, OPERATIONS, soak, TIME_LIMIT } from './heap.js';

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
  // A process that is not released holds some kilobytes. Starting one takes as long as a thousand events. In a round of
  // 150, the noise of a measurement is less than 800 bytes each.
  ['real programs', { start: startProgram, warmUp: 50, operations: 300, left: 1_000 }],
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
