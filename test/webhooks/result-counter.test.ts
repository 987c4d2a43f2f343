import { expect, it } from 'vitest';
import { recordStream } from '../../src/webhooks/listen/record-stream.js';
import { type ExecutedRecord, type ForwardedRecord, TARGET_URL } from '../../src/webhooks/types.js';
import { stillMachine } from './receiver-suite.js';

const BASE = { version: 1, at: '2026-01-01T00:00:00Z', id: 'evt_1', ms: 1 } as const;
const forwarded = (status: number | null, url = 'http://a.test/'): ForwardedRecord => ({
  ...{ ...BASE, type: 'forwarded', target: 'http://a.test/', status, [TARGET_URL]: url },
});
const executed = (exitCode: number | null): ExecutedRecord => ({
  ...{ ...BASE, type: 'executed', command: './build.sh', exitCode, output: '' },
});
const openStream = () => recordStream(stillMachine(), () => {});

it('replaces a failure by the result of a later delivery', () => {
  const { emit, drop, counts } = openStream();
  for (const record of [forwarded(null), forwarded(302), executed(1), executed(null)]) emit(record);
  expect(counts).toMatchObject({ forwardFailed: 1, executeFailed: 1, undelivered: 2 });
  emit(forwarded(200));
  expect(counts).toMatchObject({ forwarded: 1, forwardFailed: 0, undelivered: 1 });
  emit(executed(0));
  expect(counts).toMatchObject({ executed: 1, executeFailed: 0, undelivered: 0 });
  drop(forwarded(null));
  expect(counts).toMatchObject({ forwardFailed: 0, undelivered: 1 });
  emit(forwarded(500));
  expect(counts).toMatchObject({ forwardFailed: 1, undelivered: 1 });
});

it('distinguishes events, and targets that differ in their query only', () => {
  const { emit, counts } = openStream();
  emit(forwarded(500, 'http://a.test/?n=1'));
  emit(forwarded(200, 'http://a.test/?n=2'));
  emit({ ...forwarded(200, 'http://a.test/?n=1'), id: 'evt_2' });
  expect(counts).toMatchObject({ forwarded: 2, forwardFailed: 1, undelivered: 1 });
});

it('prints no query of a target', () => {
  expect(JSON.stringify(forwarded(200, 'http://a.test/?token=t'))).not.toContain('token');
});
