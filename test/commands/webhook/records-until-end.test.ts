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
    for await (const _ of recordsUntilEnd({ batches: batches(), close: async () => {} }, count));
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

it('prints nothing if all arrived in time', async () => {
  expect(await endOf([rejected, late({ events: 2, rejected: 1 })], 2)).toBeUndefined();
});
