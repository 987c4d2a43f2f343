import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  type ForwarderOptions,
  forwarder,
  type Job,
  parseTarget,
} from '../../src/webhooks/forward/forward.js';
import type { SendOptions, SendResult } from '../../src/webhooks/forward/send.js';
import type { DroppedRecord, ForwardedRecord, WebhookRecord } from '../../src/webhooks/types.js';
import {
  atEnd,
  bodyOf,
  deliver,
  NOW,
  newEvent,
  openReceiverSuite,
  post,
  signed,
  stillMachine,
} from './receiver-suite.js';

interface Target {
  url: string;
  /** Received requests, in order. */
  arrived: { method: string; url: string; rawHeaders: string[]; body: Buffer }[];
}

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

async function openTarget(respond: Responder = (_, response) => response.end('ok')): Promise<Target> {
  const arrived: Target['arrived'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request;
      arrived.push({ method, url, rawHeaders, body: Buffer.concat(chunks) });
      respond(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in?token=t`, arrived };
}

describe('an address to forward to', () => {
  it('may contain a filter, and is named without its query', () => {
    const target = parseTarget(
      'https://a.example/x?token=t#collection=model-object,operation=created,operation=deleted',
    );
    expect(target.url.href).toBe('https://a.example/x?token=t');
    expect(target.label).toBe('https://a.example/x');
    expect(target.filter).toEqual({ collection: ['model-object'], operation: ['created', 'deleted'] });
    expect(parseTarget('http://localhost:3000').filter).toEqual({});
    // An address of this machine needs no scheme.
    expect(parseTarget('localhost:3000/hooks').url.href).toBe('http://localhost:3000/hooks');
  });

  it.each([
    'example.com:3000',
    'ftp://a.example',
    'http://user:pass@a.example',
    'http://a.example#colection=x',
    'http://a.example#collection',
    'http://a.example#collection=',
    'http://a.example#',
  ])('is rejected: %s', (text) => {
    expect(() => parseTarget(text)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });
});

describe('forwarding', () => {
  it('keeps method, end-to-end headers and exact body, and adds nothing', async () => {
    const target = await openTarget();
    const suite = await openReceiverSuite({ forwardTo: [parseTarget(target.url)] });
    const body = ` ${bodyOf({ note: 'Grüße' })}\r\n`;
    const headers = {
      ...Object.fromEntries(signed(body).headers),
      'X-One': ['a', 'b'],
      Connection: 'close, X-Between',
      'X-Between': 'not on',
      TE: 'trailers',
    };
    await post(suite.receiver.url, { headers, body });
    expect(await suite.next('forwarded')).toMatchObject({
      status: 200,
      ms: 0,
      target: target.url.replace('?token=t', ''),
      id: (await suite.next('event')).id,
    });
    const [arrived] = target.arrived;
    expect(arrived).toMatchObject({ method: 'POST', url: '/in?token=t' });
    expect(arrived?.body.toString('utf8')).toBe(body);
    const names = arrived?.rawHeaders.filter((_, at) => at % 2 === 0);
    const expected = ['Host', ...signed(body).headers.map(([name]) => name), 'X-One', 'X-One'];
    expect(names?.filter((name) => name !== 'Connection')).toEqual([...expected, 'Content-Length']);
  });

  it('goes to the targets whose filter matches', async () => {
    const [created, all] = [await openTarget(), await openTarget()];
    const forwardTo = [
      parseTarget(`${created.url}#operation=created,landscapeId=land1`),
      parseTarget(all.url),
    ];
    const suite = await openReceiverSuite({ forwardTo });
    for (const operation of ['updated', 'created']) await deliver(suite.receiver.url, bodyOf({ operation }));
    await suite.end();
    expect([created.arrived.length, all.arrived.length]).toEqual([1, 2]);
  });

  it('skips duplicates by default', async () => {
    const target = await openTarget();
    for (const forwardDuplicates of [false, true]) {
      const suite = await openReceiverSuite({ forwardTo: [parseTarget(target.url)], forwardDuplicates });
      await deliver(suite.receiver.url);
      await deliver(suite.receiver.url);
      expect((await suite.end()).counts.forwarded).toBe(forwardDuplicates ? 2 : 1);
    }
    expect(target.arrived).toHaveLength(3);
  });

  it('does not follow redirects and shows the response', async () => {
    const target = await openTarget((_, response) =>
      response.writeHead(302, { Location: 'http://x/' }).end(),
    );
    const suite = await openReceiverSuite({ forwardTo: [parseTarget(target.url)] });
    await deliver(suite.receiver.url);
    expect((await suite.next('forwarded')).status).toBe(302);
  });

  it('suggests to start the server if the connection is refused', async () => {
    const suite = await openReceiverSuite({
      forwardTo: [parseTarget('http://127.0.0.1:1/')],
      respond: 'forward',
    });
    expect((await deliver(suite.receiver.url)).status).toBe(502);
    expect(await suite.next('forwarded')).toMatchObject({
      status: null,
      error: 'ECONNREFUSED: is your server running on http://127.0.0.1:1?',
    });
    expect((await suite.end()).counts).toMatchObject({ forwarded: 0, forwardFailed: 1 });
  });

  it.each([
    [200, true],
    [204, true],
    [299, true],
    [302, false],
    [308, false],
    [404, false],
    [500, false],
  ])('succeeds with a 2xx status only: %i', async (status, isDelivered) => {
    const target = await openTarget((_, response) => response.writeHead(status).end());
    const suite = await openReceiverSuite({ forwardTo: [parseTarget(target.url)] });
    await deliver(suite.receiver.url);
    await suite.next('forwarded');
    const [forwarded, forwardFailed] = isDelivered ? [1, 0] : [0, 1];
    expect((await suite.end()).counts).toMatchObject({
      ...{ forwarded, forwardFailed, undelivered: forwardFailed },
    });
  });

  it('returns the status of the target on request', async () => {
    const target = await openTarget((_, response) => response.writeHead(418).end());
    const forwardTo = [parseTarget(`${target.url}#operation=updated`)];
    const suite = await openReceiverSuite({ forwardTo, respond: 'forward' });
    expect((await deliver(suite.receiver.url)).status).toBe(418);
    expect((await deliver(suite.receiver.url, bodyOf({ operation: 'deleted' }))).status).toBe(200);
    await expect(openReceiverSuite({ respond: 'forward' })).rejects.toMatchObject({ kind: 'usage' });
  });

  it('forwards unverified events only on request', async () => {
    const target = await openTarget();
    const forwardTo = [parseTarget(target.url)];
    const suite = await openReceiverSuite({ forwardTo, allowUnverified: true, insecureForward: true });
    await deliver(suite.receiver.url, bodyOf(), { secret: 'wrong' });
    expect((await suite.next('forwarded')).status).toBe(200);
    await expect(openReceiverSuite({ forwardTo, allowUnverified: true })).rejects.toMatchObject({
      kind: 'usage',
    });
  });

  it('ends quickly while a target does not respond, and counts pending events', async () => {
    const target = await openTarget(() => {});
    const { schedule, ...still } = stillMachine();
    const hasty = { ...still, schedule: (work: () => void, ms: number) => schedule(work, ms / 20) };
    const observed: WebhookRecord[] = [];
    const suite = await openReceiverSuite({
      ...{ forwardTo: [parseTarget(target.url)], machine: hasty, observe: (record) => observed.push(record) },
    });
    const part = Array.from({ length: 12 }, (_, at) =>
      deliver(suite.receiver.url, bodyOf({ resourceId: `r${at}` })),
    );
    for (const { status } of await Promise.all(part)) expect(status).toBe(200);
    const { counts } = await suite.end();
    expect(counts).toMatchObject({ events: 12, forwardFailed: 8, dropped: 4, undelivered: 12 });
    // Each event has a result, also those that were never sent.
    const results = observed.filter((it) => it.type === 'forwarded');
    expect(new Set(results.map(({ id }) => id)).size).toBe(12);
    expect(results.filter(({ error }) => error?.startsWith('Not tried'))).toHaveLength(4);
  });
});

/** A forwarder with a target and timers that the test controls. */
function openForwarder(more: Partial<ForwarderOptions> = {}) {
  const sent: { url: string; id: string; done: (result?: Partial<SendResult>) => void }[] = [];
  const records: (ForwardedRecord | DroppedRecord)[] = [];
  const timers = new Set<() => void>();
  const sender = {
    send: ({ url, delivery, signal }: SendOptions) =>
      new Promise<SendResult>((resolve) => {
        const done = (result: Partial<SendResult> = {}) =>
          resolve({ status: 200, ms: 1, answer: '', ...result });
        signal?.addEventListener('abort', () => done({ status: null, error: 'Cancelled.' }));
        sent.push({ url: url.href, id: Buffer.from(delivery.body).toString(), done });
      }),
    close: () => {},
  };
  const machine = {
    now: () => NOW,
    schedule: (work: () => void) => {
      timers.add(work);
      return () => timers.delete(work);
    },
  };
  const forward = forwarder({
    targets: [parseTarget('http://a.example/')],
    sender,
    machine,
    emit: (record) => records.push(record),
    ...more,
  });
  const fire = () => {
    for (const work of [...timers]) {
      timers.delete(work);
      work();
    }
  };
  return { forward, sent, records, fire };
}

const job = (body: string, resourceId = body): Job => {
  const { rawHeaders, method, ...facts } = newEvent(body, Buffer.from(body), { resourceId });
  return { facts, method, rawHeaders, body: Buffer.from(body) };
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of a target', () => {
  it('is bounded: dropped events are counted, in few records', async () => {
    const { forward, sent, records, fire } = openForwarder({ maxWaiting: 2 });
    const statuses: number[] = [];
    for (let at = 0; at < 20; at++) forward.offer(job(`${at}`), (status) => statuses.push(status));
    // Eight running, two waiting, ten dropped.
    expect(sent).toHaveLength(8);
    expect(statuses).toEqual(Array(10).fill(503));
    expect(records).toEqual([expect.objectContaining({ type: 'dropped', count: 1, total: 1 })]);
    fire();
    expect(records[1]).toMatchObject({
      target: 'http://a.example/',
      count: 9,
      total: 10,
      reason: 'queue-full',
    });
    for (const { done } of sent) done();
    await turn();
    expect(sent.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('is bounded in bytes', () => {
    const { forward, records } = openForwarder({ maxBytes: 10 });
    for (let at = 0; at < 10; at++) forward.offer(job(`${at}`.repeat(6)));
    expect(records).toHaveLength(1);
  });

  it('keeps the order of events of one resource', async () => {
    const { forward, sent } = openForwarder();
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) forward.offer(job(name, name.slice(0, 1)));
    expect(sent.map(({ id }) => id)).toEqual(['a1', 'b1']);
    sent[1]?.done();
    await turn();
    sent[0]?.done();
    await turn();
    expect(sent.map(({ id }) => id)).toEqual(['a1', 'b1', 'b2', 'a2']);
  });

  it('of one target does not delay another', () => {
    const targets = [parseTarget('http://a.example/'), parseTarget('http://b.example/')];
    const { forward, sent, records } = openForwarder({ targets, maxWaiting: 1 });
    for (let at = 0; at < 3; at++) forward.offer(job(`${at}`));
    expect(sent.filter(({ url }) => url === 'http://b.example/')).toHaveLength(3);
    expect(records).toEqual([]);
  });

  it('is drained before the end, within its time limit', async () => {
    const { forward, sent, records, fire } = openForwarder();
    for (let at = 0; at < 10; at++) forward.offer(job(`${at}`));
    let over = false;
    const drained = forward.drain(1_000).then(() => {
      over = true;
    });
    sent[0]?.done();
    await turn();
    expect([over, sent.length]).toEqual([false, 9]);
    fire();
    await drained;
    expect(records.filter(({ type }) => type === 'forwarded')).toHaveLength(9);
    expect(records.at(-1)).toMatchObject({ type: 'dropped', count: 1, reason: 'closing' });
  });

  it('returns 504 for a target that takes too long', async () => {
    const { forward, sent } = openForwarder();
    const statuses: number[] = [];
    forward.offer(job('1'), (status) => statuses.push(status));
    sent[0]?.done({ status: null, timedOut: true, error: 'No response within 30 s.' });
    await turn();
    expect(statuses).toEqual([504]);
  });
});
