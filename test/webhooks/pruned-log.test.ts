import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { prunedCount, prunedLog } from '../../src/webhooks/event-store/pruned-log.js';
import { temporaryDirectory } from './room.js';

const BOUND = 80_000;
const nameOf = (at: number): string => `evt_${String(at).padStart(26, '0')}-evt_${'z'.repeat(26)}-7.seg`;

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
  file = join(directory, 'pruned.log');
});

it('keeps its count and stays small, however many files were removed', () => {
  const log = prunedLog(directory);
  for (let at = 0; at < 5_000; at += 1) log.note(nameOf(at), 7);
  expect(prunedCount(directory)).toBe(35_000);
  expect(statSync(file).size).toBeLessThan(BOUND);
  expect(existsSync(`${file}.tmp`)).toBe(false);
  // A crash between the line and the removal of the file: the line is written again, and counts once.
  log.note(nameOf(4_999), 7);
  expect(prunedCount(directory)).toBe(35_000);
});

it('leaves the work to another process that has begun it, unless that one crashed', () => {
  const log = prunedLog(directory);
  writeFileSync(`${file}.tmp`, 'earlier 1\n');
  for (let at = 0; at < 2_000; at += 1) log.note(nameOf(at), 7);
  expect(prunedCount(directory)).toBe(14_000);
  expect(statSync(file).size).toBeGreaterThan(BOUND);
  utimesSync(`${file}.tmp`, 1, 1);
  for (let at = 2_000; at < 2_002; at += 1) log.note(nameOf(at), 7);
  expect(prunedCount(directory)).toBe(14_014);
  expect(statSync(file).size).toBeLessThan(BOUND);
  expect(readFileSync(file, 'utf8')).toMatch(/^earlier \d+\n/);
});
