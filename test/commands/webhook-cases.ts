/** Cases of the commands for webhooks, with a stored event if they need one. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFileName } from '../../src/webhooks/event-store/segments.js';
import { sign } from '../../src/webhooks/node-signature.js';
import { encodeFrame } from '../support/stored-frames.js';
import type { Machine } from '../support/world.js';
import type { CommandCase } from './cases.js';

export const KEPT = 'evt_0mwq91nqnv76100';
const EVENT = JSON.stringify({
  collection: 'model-object',
  operation: 'created',
  organizationId: 'O',
  subscriptionId: 'S',
  resourceId: 'R',
  before: null,
  after: { id: 'R', name: 'Quay' },
});
/** A machine with a signing secret and one stored event. */
export const withEvent = (machine: Machine): void => {
  machine.signIn({ webhookSecrets: [{ name: 'old', secret: 'a-signing-secret' }] });
  machine.write('body.json', EVENT);
  machine.write('secret.txt', 'another-signing-secret\n');
  const directory = join(machine.state, 'webhook-events');
  mkdirSync(directory, { recursive: true });
  const frame = encodeFrame({
    id: KEPT,
    receivedAt: '2026-06-01T08:00:00.000Z',
    verified: true,
    secretName: 'old',
    duplicate: false,
    unknown: [],
    collection: 'model-object',
    operation: 'created',
    resourceId: 'R',
    organizationId: 'O',
    subscriptionId: 'S',
    landscapeId: null,
    timestamp: 1_780_300_800,
    size: Buffer.byteLength(EVENT),
    method: 'POST',
    path: '/',
    rawHeaders: ['Content-Type', 'application/json'],
    signature: null,
    body: Buffer.from(EVENT),
  });
  writeFileSync(join(directory, openFileName(KEPT)), frame);
};
const SIGNED_AT = '1780300800';
const SIGNATURE = sign({ secret: 'a-signing-secret', timestamp: SIGNED_AT, body: EVENT });
/** A closed port. */
const NOWHERE = 'http://127.0.0.1:9/';

export const WEBHOOK_CASES: Readonly<Record<string, CommandCase>> = {
  'webhook events export': {
    good: () => ['--out', 'events.ndjson'],
    before: withEvent,
    bad: () => ['--out', 'no/such/\0file'],
    kind: 'usage',
  },
  'webhook events list': {
    good: () => [],
    before: withEvent,
    reads: true,
    bad: () => ['--operation', 'lost'],
    kind: 'usage',
  },
  'webhook events prune': {
    good: () => ['--keep', '0', '--yes'],
    before: withEvent,
    bad: () => ['--keep', '0'],
    kind: 'usage',
  },
  'webhook events show': {
    good: () => [KEPT],
    before: withEvent,
    reads: true,
    bad: () => ['evt_nobody'],
    kind: 'not-found',
  },
  'webhook inspect': {
    good: () => ['--timeout', '0.02'],
    streams: true,
    before: withEvent,
    bad: () => ['--secret-file', 'nobody.txt'],
    kind: 'usage',
  },
  'webhook attach': {
    good: () => ['nats://localhost:1/EVENTS', '--dry-run'],
    bad: () => ['nats://localhost:1/EVENTS'],
    kind: 'unavailable',
  },
  'webhook listen': {
    good: () => ['--port', '0', '--timeout', '0.02', '--no-keep'],
    streams: true,
    before: withEvent,
    bad: () => ['--port', '0', '-p', 'reader'],
    kind: 'usage',
  },
  'webhook replay': {
    good: () => [KEPT, '--dry-run'],
    before: withEvent,
    bad: () => [KEPT, '--to', NOWHERE],
    kind: 'unavailable',
  },
  'webhook secret list': {
    good: () => [],
    before: withEvent,
    reads: true,
    bad: () => ['-p', 'nobody'],
    kind: 'usage',
  },
  'webhook secret remove': {
    good: () => ['old', '--yes'],
    before: withEvent,
    silent: true,
    bad: () => ['nobody', '--yes'],
    kind: 'usage',
  },
  'webhook secret set': {
    good: () => ['new', '--secret-file', 'secret.txt'],
    before: withEvent,
    silent: true,
    bad: () => ['new', '--secret-file', 'nobody.txt'],
    kind: 'usage',
  },
  'webhook sign': {
    good: () => ['--file', 'body.json', '--timestamp', SIGNED_AT],
    before: withEvent,
    reads: true,
    bad: () => ['--file', 'nobody.json'],
    kind: 'usage',
  },
  'webhook trigger': {
    good: () => ['--dry-run'],
    before: withEvent,
    bad: () => ['--to', NOWHERE],
    kind: 'unavailable',
  },
  'webhook verify': {
    good: () => [
      '--file',
      'body.json',
      '--signature',
      SIGNATURE,
      '--timestamp',
      SIGNED_AT,
      '--at',
      SIGNED_AT,
    ],
    before: withEvent,
    reads: true,
    bad: () => [
      '--file',
      'body.json',
      '--signature',
      SIGNATURE,
      '--timestamp',
      '1780300801',
      '--at',
      SIGNED_AT,
    ],
    kind: 'check',
  },
};
