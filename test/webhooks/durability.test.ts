import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedDelivery } from '../../src/webhooks/build/delivery.js';
import { openEventReader } from '../../src/webhooks/event-store/reader.js';
import { openEventWriter } from '../../src/webhooks/event-store/writer.js';
import { sender } from '../../src/webhooks/forward/send.js';
import { bodyOf, SECRET } from './receiver-suite.js';

let directory: string;
let program: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'archctl-kill-'));
  const bundle = await rolldown({ input: { received: 'test/webhooks/received.ts' }, platform: 'node' });
  await bundle.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  program = join(directory, 'received.mjs');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

async function listen(store: string): Promise<{ child: ChildProcess; url: URL }> {
  const child = spawn(process.execPath, [program, store, SECRET]);
  children.add(child);
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { child, url: new URL(String(line).trim()) };
}

/** Sends over many connections until the listener is killed. Returns the acknowledged bodies. */
async function sendUntilKilled(store: string, killAfter: number, run: number): Promise<string[]> {
  const { child, url } = await listen(store);
  const wire = sender();
  const acknowledged: string[] = [];
  let sent = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const body = bodyOf({ resourceId: `run${run}-${sent++}`, note: 'x'.repeat(sent % 3_000) });
      const timestamp = Math.floor(Date.now() / 1000);
      const result = await wire.send({ url, delivery: signedDelivery({ body, secret: SECRET, timestamp }) });
      if (result.status !== 200) return;
      acknowledged.push(body);
      // Others are in progress, at any point.
      if (acknowledged.length === killAfter) child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  wire.close();
  return acknowledged;
}

it('kill -9 during load loses no acknowledged event', async () => {
  const store = join(directory, 'store');
  const acknowledged: string[] = [];
  // The second starts with the files of the first; the last is killed after the end of a segment.
  for (const [run, killAfter] of [17, 200, 1_100].entries())
    acknowledged.push(...(await sendUntilKilled(store, killAfter, run)));
  expect(acknowledged.length).toBeGreaterThanOrEqual(1_317);

  const kept = Array.from(openEventReader({ directory: store }).read(), ({ body }) =>
    Buffer.from(body).toString('utf8'),
  );
  expect(new Set(kept).size).toBe(kept.length);
  const there = new Set(kept);
  expect(acknowledged.filter((body) => !there.has(body))).toEqual([]);

  // The next listener continues from there.
  const writer = openEventWriter({ directory: store });
  await writer.close();
  expect(openEventReader({ directory: store }).totals().events).toBe(kept.length);
});

it('two processes store events in one directory', async () => {
  const store = join(directory, 'shared');
  const runs = await Promise.all([sendUntilKilled(store, 150, 10), sendUntilKilled(store, 250, 11)]);
  const ids = new Set(
    openEventReader({ directory: store })
      .list()
      .map(({ resourceId }) => resourceId),
  );
  const acknowledged = runs.flat().map((body) => JSON.parse(body).resourceId as string);
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
});
