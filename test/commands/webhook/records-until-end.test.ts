import { expect, it } from 'vitest';
import { recordsUntilEnd } from '../../../src/commands/webhook/shared/handling.js';
import type { ClosingRecord, Counts, RejectedRecord, WebhookRecord } from '../../../src/webhooks/types.js';

const NONE: Counts = {
  events: 0,
  unshown: 0,
  duplicates: 0,
  unverified: 0,
  rejected: 0,
  forwarded: 0,
  forwardFailed: 0,
  executed: 0,
  executeFailed: 0,
  executeCut: 0,
  undelivered: 0,
  dropped: 0,
  pruned: 0,
  connectionsRefused: 0,
};
const BASE = { version: 1, at: '2026-01-01T00:00:00Z' } as const;

const rejected: RejectedRecord = {
  ...BASE,
  type: 'rejected',
  reason: 'mismatch',
  message: 'The signature matches none of the secrets.',
  status: 401,
  remoteAddress: null,
  size: 2,
};
const late = (counts: Partial<Counts>): ClosingRecord => ({
  ...BASE,
  type: 'closing',
  reason: 'timeout',
  counts: { ...NONE, ...counts },
});

/** Result of a listener with these records that waited for `count` events. */
async function endOf(records: readonly WebhookRecord[], count: number): Promise<unknown> {
  async function* batches() {
    for (const record of records) yield [record];
  }
  try {
    for await (const _ of recordsUntilEnd(
      { batches: batches(), close: async () => {} },
      count,
      undefined,
      'replay',
    ));
  } catch (error) {
    return error;
  }
  return undefined;
}

it.each([
  [[late({})], 1, 'Only 0 of 1 event arrived in time.', undefined],
  [
    [rejected, late({ events: 1, rejected: 1 })],
    2,
    'Only 1 of 2 events arrived in time; 1 more delivery was rejected.',
    'The last one: The signature matches none of the secrets.',
  ],
  [
    [rejected, rejected, late({ rejected: 2 })],
    3,
    'Only 0 of 3 events arrived in time; 2 more deliveries were rejected.',
    'The last one: The signature matches none of the secrets.',
  ],
])('lists accepted and rejected events if too few arrived: %#', async (records, count, message, hint) => {
  const error = await endOf(records, count);
  expect(error).toMatchObject({ kind: 'unavailable', message, facts: hint === undefined ? {} : { hint } });
});

const closing = (reason: ClosingRecord['reason'], counts: Partial<Counts>): ClosingRecord => ({
  ...late(counts),
  reason,
});
const FORWARD_FAILED = {
  ...BASE,
  ...({ type: 'forwarded', id: 'evt_1', target: 'http://a.test/', status: 302, ms: 1 } as const),
} as const;
const PROGRAM_FAILED = {
  ...BASE,
  ...({ type: 'executed', id: 'evt_1', command: 'false', exitCode: 1, ms: 1, output: '' } as const),
} as const;

it.each(['count', 'timeout', 'stopped'] as const)(
  'fails at the end (%s) if targets or programs failed',
  async (reason) => {
    const counts = { events: 3, forwarded: 2, forwardFailed: 2, executeFailed: 1, undelivered: 4 };
    expect(await endOf([PROGRAM_FAILED, FORWARD_FAILED, closing(reason, counts)], 3)).toMatchObject({
      ...{ kind: 'refused', exitCode: 5 },
      message: 'Failed: 2 forwards, 1 program, 1 event dropped before being tried.',
      facts: { hint: 'The last failure: http://a.test/: status 302\nSend them again with "replay".' },
    });
  },
);

it('suggests no replay for programs, and also reports missing events', async () => {
  const counts = { events: 1, executeFailed: 1, undelivered: 1 };
  expect(await endOf([PROGRAM_FAILED, closing('timeout', counts)], 2)).toMatchObject({
    kind: 'refused',
    message: 'Only 1 of 2 events arrived in time. Failed: 1 program.',
    facts: { hint: 'The last failure: false: exit code 1' },
  });
});

it('is interrupted by a stop without failures', async () => {
  expect(await endOf([closing('stopped', { forwarded: 1 })], 2)).toMatchObject({ kind: 'interrupted' });
});

it('prints nothing if all arrived in time', async () => {
  expect(await endOf([rejected, late({ events: 2, rejected: 1 })], 2)).toBeUndefined();
});
