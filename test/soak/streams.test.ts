import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Context } from '../../src/cli/command/spec.js';
import { createClient } from '../../src/client/client.js';
import { tail } from '../../src/client/jobs/tail.js';
import { bodyOfBytes, type Send, transport } from '../../src/client/send/wire.js';
import watch from '../../src/commands/model/watch.js';
import { limitStream } from '../../src/commands/shared/stream-limits.js';
import { listOrganizationLogs } from '../../src/contract/resources/action-log.js';
import { oneByOne, soak, TIME_LIMIT } from './heap.js';

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
  const handle = openSync(file, 'w');
  onTestFinished(() => closeSync(handle));
  // Overwrites the file in place, which costs less than to truncate it: every text has the same length.
  const save = (at: number): void => {
    writeSync(handle, `domains:\n  - { id: travel, name: Saved ${1e6 + at} }\n`, 0);
  };
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
    // Longer rounds, because events of the file system make the measurements noisy.
    { operations: 10_000 },
  );
  stop.abort();
  await runs.return?.().catch(() => {});
});
