import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openEventReader } from '../../src/webhooks/event-store/reader.js';
import { openEventWriter } from '../../src/webhooks/event-store/writer.js';
import { frameOf } from '../support/stored-frames.js';
import { newEvent, stillMachine, temporaryDirectory } from './receiver-suite.js';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
  file = join(directory, 'pruned.log');
});

const pruned = () => openEventReader({ directory }).totals().pruned;

/** Stores an event and prunes it. */
async function pruneOne(): Promise<void> {
  const writer = openEventWriter({ directory, machine: stillMachine() });
  const frame = frameOf(newEvent(writer.newId(), Buffer.from('{}')));
  await new Promise((resolve) => {
    writer.append(frame, resolve);
  });
  await writer.close();
  openEventReader({ directory }).prune({ keep: 0 });
}

it('the file of the count stays small, however often events are pruned', async () => {
  for (let at = 0; at < 50; at += 1) await pruneOne();
  expect(pruned()).toBe(50);
  expect(statSync(file).size).toBeLessThan(100);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('continues the count of an earlier version, which wrote a line for each file', async () => {
  writeFileSync(file, 'earlier 40\nevt_1-evt_2-7.seg 7\n\nevt_3-evt_4-');
  expect(pruned()).toBe(47);
  await pruneOne();
  expect(pruned()).toBe(48);
});

it('does not follow a link', async () => {
  const elsewhere = join(directory, 'elsewhere');
  writeFileSync(elsewhere, 'earlier 40\n');
  symlinkSync(elsewhere, file);
  expect(pruned()).toBe(0);
  await pruneOne();
  expect(pruned()).toBe(1);
  expect(readFileSync(elsewhere, 'utf8')).toBe('earlier 40\n');
});
