import { describe, expect, it } from 'vitest';
import { openEventReader } from '../../src/webhooks/event-store/reader.js';
import { openEventWriter } from '../../src/webhooks/event-store/writer.js';
import { RECORD_JSON } from '../../src/webhooks/types.js';
import {
  bodyOf,
  deliver,
  eventOf,
  NOW,
  openReceiverSuite,
  post,
  SECRET,
  signed,
  stillMachine,
  temporaryDirectory,
} from './receiver-suite.js';

const json = { 'Content-Type': 'application/json' };
const BIG = 'x'.repeat(1_048_577);

/** Each request breaks one rule more than the one below it; the first broken rule decides. */
const LADDER = [
  { reason: 'too-large', status: 413, request: { method: 'PUT', path: '/other', headers: {}, body: BIG } },
  { reason: 'method', status: 405, request: { method: 'PUT', path: '/other', headers: {}, body: '{' } },
  { reason: 'path', status: 404, request: { path: '/other', headers: {}, body: '{' } },
  { reason: 'missing-signature', status: 401, request: { headers: {}, body: '{' } },
  {
    reason: 'missing-timestamp',
    status: 401,
    request: { headers: { 'X-Service-Signature': 'no' }, body: '{' },
  },
  {
    reason: 'malformed-timestamp',
    status: 401,
    request: { headers: { 'X-Service-Signature': 'no', 'X-Service-Timestamp': 'no' }, body: '{' },
  },
  {
    reason: 'malformed-signature',
    status: 401,
    request: { headers: { 'X-Service-Signature': 'no', 'X-Service-Timestamp': '1' }, body: '{' },
  },
  {
    reason: 'stale',
    status: 401,
    request: { headers: { 'X-Service-Signature': '0'.repeat(64), 'X-Service-Timestamp': '1' }, body: '{' },
  },
  {
    reason: 'mismatch',
    status: 401,
    request: {
      headers: { 'X-Service-Signature': '0'.repeat(64), 'X-Service-Timestamp': String(NOW / 1000) },
      body: '{',
    },
  },
  {
    reason: 'content-type',
    status: 415,
    request: { headers: [...signed('{').headers.slice(1), ['Content-Type', 'text/plain']], body: '{' },
  },
  { reason: 'not-json', status: 400, request: { headers: signed('{').headers, body: '{' } },
  { reason: 'not-an-event', status: 400, request: { headers: signed('{}').headers, body: '{}' } },
] as const;

describe('the order of checks', () => {
  it('follows the rules, and reveals nothing to an unauthenticated sender', async () => {
    const suite = await openReceiverSuite();
    for (const { reason, status, request } of LADDER) {
      const answer = await post(suite.receiver.url, request as never);
      expect([reason, answer.status]).toEqual([reason, status]);
      const record = await suite.next('rejected');
      expect(record).toMatchObject({ version: 1, reason, status, remoteAddress: '127.0.0.1' });
      expect(record.message).toMatch(/^[A-Z].*\.$/);
      if (status === 401) expect(answer).toMatchObject({ body: '', headers: { 'content-length': '0' } });
      else expect(JSON.parse(answer.body)).toEqual({ message: expect.any(String) });
      if (status === 405) expect(answer.headers.allow).toBe('POST');
    }
    expect((await deliver(suite.receiver.url)).status).toBe(200);
    const { counts } = await suite.end();
    expect(counts).toMatchObject({ rejected: LADDER.length, events: 1 });
  });
});

describe('time', () => {
  it.each([
    [299, 200],
    [300, 200],
    [301, 401],
    [-299, 200],
    [-300, 200],
    [-301, 401],
  ])('a sender whose clock is %d s ahead gets %d', async (off, status) => {
    const suite = await openReceiverSuite();
    expect((await deliver(suite.receiver.url, bodyOf(), { off })).status).toBe(status);
  });

  it('has a configurable tolerance', async () => {
    const suite = await openReceiverSuite({ toleranceSeconds: 1 });
    expect((await deliver(suite.receiver.url, bodyOf(), { off: -2 })).status).toBe(401);
    expect((await suite.next('rejected')).message).toBe(
      'The timestamp is 2 s in the past; at most 1 s are allowed.',
    );
  });
});

describe('headers', () => {
  const body = bodyOf();
  const [, [, signature = ''] = [], [, timestamp = ''] = []] = signed(body).headers;

  it('are found in any case', async () => {
    const suite = await openReceiverSuite();
    const headers = {
      'content-TYPE': 'Application/JSON; charset=utf-8',
      'x-SERVICE-signature': signature,
      'X-service-TIMESTAMP': timestamp,
    };
    expect((await post(suite.receiver.url, { headers, body })).status).toBe(200);
  });

  it.each([
    ['X-Service-Signature', [signature, signature], 'malformed-signature'],
    ['X-Service-Signature', ['0'.repeat(64), signature], 'malformed-signature'],
    ['X-Service-Timestamp', [timestamp, timestamp], 'malformed-timestamp'],
  ])('%s twice is rejected', async (name, values, reason) => {
    const suite = await openReceiverSuite();
    const headers = {
      ...json,
      'X-Service-Signature': signature,
      'X-Service-Timestamp': timestamp,
      [name]: values,
    };
    expect((await post(suite.receiver.url, { headers, body })).status).toBe(401);
    expect((await suite.next('rejected')).reason).toBe(reason);
  });

  it('have a configurable prefix', async () => {
    const suite = await openReceiverSuite({ headerPrefix: 'X-Vendor' });
    const headers = { ...json, 'X-Vendor-Signature': signature, 'X-Vendor-Timestamp': timestamp };
    expect((await post(suite.receiver.url, { headers, body })).status).toBe(200);
    expect((await deliver(suite.receiver.url, body)).status).toBe(401);
  });
});

describe('secrets', () => {
  it('several are accepted and the matching one is named', async () => {
    const suite = await openReceiverSuite({
      secrets: [
        { name: 'old', secret: 'a' },
        { name: 'new', secret: 'b' },
        { name: 'bound', secret: 'c', subscriptionId: 'sub2' },
      ],
    });
    const { url } = suite.receiver;
    expect((await deliver(url, bodyOf(), { secret: 'b' })).status).toBe(200);
    expect((await suite.next('event')).secretName).toBe('new');
    expect((await deliver(url, bodyOf(), { secret: 'c' })).status).toBe(401);
    expect((await suite.next('rejected')).reason).toBe('other-subscription');
    expect((await deliver(url, bodyOf({ subscriptionId: 'sub2' }), { secret: 'c' })).status).toBe(200);
    expect((await suite.next('event')).secretName).toBe('bound');
  });

  it('a missing one prevents the start, and so does forwarding unverified events', async () => {
    await expect(openReceiverSuite({ secrets: [] })).rejects.toMatchObject({ kind: 'usage' });
    const open = { secrets: [], allowUnverified: true };
    const exec = { argv: ['true'], env: {}, cwd: '.' };
    await expect(openReceiverSuite({ ...open, exec })).rejects.toThrow('Unverified events are not forwarded');
    await expect(openReceiverSuite({ ...open, exec, insecureForward: true })).resolves.toBeDefined();
  });

  it('without one, events are marked, and web pages are rejected', async () => {
    const suite = await openReceiverSuite({ secrets: [], allowUnverified: true });
    expect((await post(suite.receiver.url, { headers: json, body: bodyOf() })).status).toBe(200);
    expect(await suite.next('event')).toMatchObject({ verified: false, secretName: null, timestamp: null });
    const headers = { ...json, Origin: 'https://evil.example' };
    expect((await post(suite.receiver.url, { headers, body: bodyOf() })).status).toBe(403);
    expect((await suite.next('rejected')).reason).toBe('browser');
    expect((await suite.next('ready')).verifies).toBe(false);
  });

  it('with one that does not match, an unverified event has the reason', async () => {
    const suite = await openReceiverSuite({ allowUnverified: true });
    await deliver(suite.receiver.url, bodyOf(), { secret: 'wrong' });
    expect(await suite.next('event')).toMatchObject({ verified: false, unverifiedReason: 'mismatch' });
  });
});

describe('an event', () => {
  it('is reported with its known and unknown fields', async () => {
    const suite = await openReceiverSuite();
    const body = bodyOf({ collection: 'domain', extra: ['kept'] });
    await deliver(suite.receiver.url, body);
    const { [RECORD_JSON]: json = '', ...record } = await suite.next('event');
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(record)));
    expect(record).toEqual({
      type: 'event',
      version: 1,
      at: '2026-01-01T00:00:00.000Z',
      receivedAt: '2026-01-01T00:00:00.000Z',
      id: expect.stringMatching(/^evt_[0-9a-z]{15}$/),
      verified: true,
      secretName: 'main',
      duplicate: false,
      unknown: ['collection'],
      collection: 'domain',
      operation: 'updated',
      resourceId: 'obj1',
      organizationId: 'org1',
      subscriptionId: 'sub1',
      landscapeId: 'land1',
      timestamp: NOW / 1000,
      size: Buffer.byteLength(body),
      kept: false,
      event: eventOf({ collection: 'domain', extra: ['kept'] }),
    });
  });

  it('that is repeated is marked, also after a restart', async () => {
    const directory = await temporaryDirectory();
    const open = () => openReceiverSuite({ writer: openEventWriter({ directory, machine: stillMachine() }) });
    const suite = await open();
    for (const duplicate of [false, true]) {
      await deliver(suite.receiver.url);
      expect(await suite.next('event')).toMatchObject({ duplicate, kept: true });
    }
    expect((await suite.end()).counts).toMatchObject({ events: 2, duplicates: 1 });
    const again = await open();
    await deliver(again.receiver.url);
    await deliver(again.receiver.url, bodyOf(), { off: 1 });
    expect((await again.next('event')).duplicate).toBe(true);
    expect((await again.next('event')).duplicate).toBe(false);
  });

  it('that matches no filter is acknowledged and stored, not shown', async () => {
    const directory = await temporaryDirectory();
    const suite = await openReceiverSuite({
      writer: openEventWriter({ directory, machine: stillMachine() }),
      filter: {
        collections: ['model-object'],
        operations: ['created'],
        match: ({ resourceId }) => {
          if (resourceId === 'bad') throw new Error('predicate');
          return resourceId === 'good';
        },
      },
    });
    const wanted = { operation: 'created', resourceId: 'good' };
    const all = [{}, { ...wanted, collection: 'other' }, { ...wanted, resourceId: 'bad' }, wanted];
    for (const it of all) expect((await deliver(suite.receiver.url, bodyOf(it))).status).toBe(200);
    expect((await suite.next('event')).resourceId).toBe('good');
    expect((await suite.end()).counts).toMatchObject({ events: 1, unshown: 3 });
    expect(openEventReader({ directory }).list()).toHaveLength(4);
  });

  it('that cannot be stored is not acknowledged, and not a duplicate when it is repeated', async () => {
    const writer = openEventWriter({ directory: await temporaryDirectory(), machine: stillMachine() });
    let failing = true;
    const suite = await openReceiverSuite({
      writer: {
        ...writer,
        append: (event, done) => (failing ? done(new Error('disk full')) : writer.append(event, done)),
      },
    });
    const refused = await deliver(suite.receiver.url);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(refused.body).not.toContain('disk full');
    expect(await suite.next('rejected')).toMatchObject({
      reason: 'not-kept',
      message: 'The event could not be stored: disk full.',
    });
    failing = false;
    expect((await deliver(suite.receiver.url)).status).toBe(200);
    expect((await suite.next('event')).duplicate).toBe(false);
  });
});

it('returns the configured response', async () => {
  const suite = await openReceiverSuite({ respond: 500, secrets: [{ name: 'main', secret: SECRET }] });
  expect((await deliver(suite.receiver.url)).status).toBe(500);
  expect((await suite.next('event')).verified).toBe(true);
});
