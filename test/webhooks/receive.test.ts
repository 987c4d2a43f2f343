import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import { sign } from '../../src/webhooks/node-signature.js';
import { type ReceivedEvent, receive, type WebhookRequest } from '../../src/webhooks/receive.js';

const SECRET = 'whsec_3b1f9c_never_shown';
const NOW = 1_767_225_600;
const EVENT = {
  collection: 'tag',
  operation: 'created',
  organizationId: 'O',
  subscriptionId: 'S',
  resourceId: 'R',
  before: null,
  after: { id: 'R', name: 'Größe ✓' },
};
const BODY = JSON.stringify(EVENT);
const OPTIONS = { now: NOW };

const headersOf = (body: string | Uint8Array = BODY, timestamp = NOW, prefix = 'X-Service') => ({
  'content-type': 'application/json',
  [`${prefix}-Signature`.toLowerCase()]: sign({ secret: SECRET, timestamp, body }),
  [`${prefix}-Timestamp`.toLowerCase()]: String(timestamp),
});
const fetchRequest = (
  body: RequestInit['body'] = BODY,
  headers: Record<string, string> = headersOf(),
): Request =>
  new Request('https://hooks.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

/** The error of a call, which must be an ArchctlError without the secret. */
async function errorOf(work: () => Promise<unknown>): Promise<ArchctlError> {
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ArchctlError)) throw new Error(`Not an ArchctlError: ${String(error)}`);
  expect(JSON.stringify([error.message, error.facts, error.stack])).not.toContain(SECRET);
  return error;
}
const factsOf = async (work: () => Promise<unknown>) => {
  const { kind, facts } = await errorOf(work);
  return { kind, status: facts.status, code: facts.code };
};

/** A stream of these chunks that records its cancellation. */
function streamOf(chunks: Iterable<string>) {
  const state = { cancelled: false, pulled: 0 };
  const iterator = chunks[Symbol.iterator]();
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = iterator.next();
        if (done) return controller.close();
        state.pulled++;
        controller.enqueue(new TextEncoder().encode(value));
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

describe('a Fetch request', () => {
  it('returns the event, the name of the secret and the timestamp', async () => {
    const named = { name: 'new', secret: SECRET };
    const expected = { event: EVENT, secretName: 'new', timestamp: NOW };
    expect(await receive(fetchRequest(), ['old', named], OPTIONS)).toEqual(expected);
    expect(await receive(fetchRequest(), SECRET, OPTIONS)).toEqual({ ...expected, secretName: 'secret-1' });
  });

  it('is read in chunks, also within a character', async () => {
    const bytes = new TextEncoder().encode(BODY);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect((await receive(fetchRequest(stream), SECRET, OPTIONS)).event).toEqual(EVENT);
  });

  it('uses the clock of this machine by default', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect((await receive(fetchRequest(BODY, headersOf(BODY, now)), SECRET)).timestamp).toBe(now);
    expect(await factsOf(() => receive(fetchRequest(), SECRET))).toMatchObject({ code: 'stale' });
  });

  it('may have another header prefix and tolerance', async () => {
    const request = () => fetchRequest(BODY, headersOf(BODY, NOW, 'X-Other'));
    const received = await receive(request(), SECRET, { now: NOW, headerPrefix: 'X-Other' });
    expect(received.event).toEqual(EVENT);
    const strict = { now: NOW + 2, headerPrefix: 'X-Other', toleranceSeconds: 1 };
    expect(await factsOf(() => receive(request(), SECRET, strict))).toMatchObject({ code: 'stale' });
  });

  it('whose body was read is explained', async () => {
    const request = fetchRequest();
    await request.json();
    const error = await errorOf(() => receive(request, SECRET, OPTIONS));
    expect(error).toMatchObject({
      kind: 'usage',
      facts: { status: 500, hint: /raw body before any parser/ },
    });
    expect(error.message).toContain('was parsed already');
    const locked = fetchRequest();
    locked.body?.getReader();
    expect((await errorOf(() => receive(locked, SECRET, OPTIONS))).message).toContain('was parsed already');
  });

  it('is read up to the maximum size only', async () => {
    const { stream, state } = streamOf(Array.from({ length: 100 }, () => 'x'.repeat(10)));
    const call = () => receive(fetchRequest(stream), SECRET, { now: NOW, maxBytes: 35 });
    expect(await factsOf(call)).toEqual({ kind: 'refused', status: 413, code: 'too-large' });
    expect(state).toEqual({ cancelled: true, pulled: 4 });
    const exact = { now: NOW, maxBytes: new TextEncoder().encode(BODY).byteLength };
    expect((await receive(fetchRequest(), SECRET, exact)).event).toEqual(EVENT);
  });

  it.each([
    ['without a signature', { 'x-service-signature': '' }, 'missing-signature'],
    ['that is too old', headersOf(BODY, NOW - 301), 'stale'],
    ['with a malformed signature', { 'x-service-signature': 'abc' }, 'malformed-signature'],
  ])('%s is rejected before its body is read', async (_, changed, code) => {
    const { stream, state } = streamOf([BODY]);
    const call = () => receive(fetchRequest(stream, { ...headersOf(), ...changed }), SECRET, OPTIONS);
    expect(await factsOf(call)).toEqual({ kind: 'auth', status: 401, code });
    expect(state.pulled).toBe(0);
  });

  it('whose stream fails is incomplete', async () => {
    const stream = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
    const call = () => receive(fetchRequest(stream), SECRET, OPTIONS);
    expect(await factsOf(call)).toEqual({ kind: 'unavailable', status: 400, code: 'aborted' });
  });
});

describe('a request is rejected', () => {
  const signed = (body: string | Uint8Array) => ({ method: 'POST', headers: headersOf(body), body });
  it.each<[string, WebhookRequest, object]>([
    [
      'with another method',
      new Request('https://hooks.test/'),
      { kind: 'refused', status: 405, code: 'method' },
    ],
    ['with another body', { ...signed('{}'), body: BODY }, { kind: 'auth', status: 401, code: 'mismatch' }],
    ['without a body', fetchRequest(null), { kind: 'auth', status: 401, code: 'mismatch' }],
    ['that is not JSON', signed('a=1\u001b[2J'), { kind: 'refused', status: 400, code: 'not-json' }],
    ['that is not UTF-8', signed(Uint8Array.of(0xff)), { kind: 'refused', status: 400, code: 'not-json' }],
    ['that is not an event', signed('{}'), { kind: 'refused', status: 400, code: 'not-an-event' }],
    [
      'with a repeated header',
      { ...signed(BODY), headers: { ...headersOf(), 'x-service-timestamp': [`${NOW}`, `${NOW}`] } },
      { kind: 'auth', status: 401, code: 'malformed-timestamp' },
    ],
  ])('%s', async (_, request, facts) => {
    expect(await factsOf(() => receive(request, SECRET, OPTIONS))).toEqual(facts);
  });

  it('without text of the request in the message', async () => {
    const error = await errorOf(() => receive(signed('a=1\u001b[2J'), SECRET, OPTIONS));
    expect(error.message).toBe('The body is not valid JSON.');
  });

  it('signed for another subscription', async () => {
    const bound = { name: 'main', secret: SECRET, subscriptionId: 'OTHER' };
    expect(await factsOf(() => receive(fetchRequest(), [bound], OPTIONS))).toMatchObject({
      code: 'other-subscription',
    });
  });
});

describe('a mistake of the handler is a usage error with status 500', () => {
  it.each<[string, unknown, unknown, RegExp]>([
    ['no request', undefined, SECRET, /not a request/],
    ['something else', { raw: fetchRequest() }, SECRET, /not a request/],
    ['no secret', fetchRequest(), undefined, /secret is empty or missing/],
    ['a blank secret', fetchRequest(), ['x', ' '], /secret is empty or missing/],
    ['an empty list of secrets', fetchRequest(), [], /No signing secret/],
    ['a parsed body', { method: 'POST', headers: headersOf(), body: EVENT }, SECRET, /was parsed already/],
    ['no body', { method: 'POST', headers: headersOf() }, SECRET, /is missing/],
  ])('%s', async (_, request, secrets, message) => {
    const error = await errorOf(() => receive(request as Request, secrets as string, OPTIONS));
    expect(error).toMatchObject({ kind: 'usage', facts: { status: 500 } });
    expect(error.message).toMatch(message);
  });

  it('other errors are converted', async () => {
    const headers = {
      get: () => {
        throw new TypeError('invalid name');
      },
    };
    expect(await factsOf(() => receive({ headers }, SECRET))).toMatchObject({
      kind: 'unexpected',
      status: 500,
    });
  });
});

describe('a Node request', () => {
  let close = () => {};
  afterEach(() => close());

  /** Serves one handler; returns its port and the results of `receive`. */
  async function serve(handle: (request: IncomingMessage) => Promise<ReceivedEvent>) {
    const results: unknown[] = [];
    let settled = () => {};
    const first = new Promise<void>((resolve) => {
      settled = resolve;
    });
    const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
      const result = await handle(request).catch((error: unknown) => error);
      results.push(result);
      settled();
      response.statusCode = result instanceof ArchctlError ? (result.facts.status ?? 0) : 204;
      response.end();
    }).listen(0, '127.0.0.1');
    close = () => server.close().closeAllConnections();
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const post = (body: string | Uint8Array, headers: Record<string, string> = headersOf()) =>
      fetch(url, { method: 'POST', body, headers });
    return { url, post, results, first };
  }

  it('is read from its stream', async () => {
    const { post, results } = await serve((request) => receive(request, SECRET, OPTIONS));
    expect((await post(BODY)).status).toBe(204);
    expect(results).toEqual([{ event: EVENT, secretName: 'secret-1', timestamp: NOW }]);
    expect((await post('{}')).status).toBe(401);
    expect((await fetch((await serve((it) => receive(it, SECRET))).url)).status).toBe(405);
  });

  it('that is too large gets its response, whether or not it has a length', async () => {
    const limits = { now: NOW, maxBytes: 1000 };
    const { post, url, results } = await serve((request) => receive(request, SECRET, limits));
    expect((await post('x'.repeat(100_000))).status).toBe(413);
    const chunked = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(1000)));
    const init = { method: 'POST', headers: headersOf(), body: Readable.toWeb(chunked), duplex: 'half' };
    expect((await fetch(url, init as RequestInit)).status).toBe(413);
    expect(results).toHaveLength(2);
    expect((await post(BODY)).status).toBe(204);
  });

  it('that the sender aborts is incomplete', async () => {
    let started = () => {};
    const reading = new Promise<void>((resolve) => {
      started = resolve;
    });
    const { url, results, first } = await serve((request) => {
      request.once('data', started);
      return receive(request, SECRET, OPTIONS);
    });
    const client = send(url, { method: 'POST', headers: { ...headersOf(), 'content-length': '1000' } });
    client.on('error', () => {});
    client.write('{"collection":');
    await reading;
    client.destroy();
    await first;
    expect(results).toMatchObject([{ kind: 'unavailable', facts: { status: 400, code: 'aborted' } }]);
  });

  it('that was read already is explained', async () => {
    const { post, results } = await serve(async (request) => {
      for await (const _ of request);
      return await receive(request, SECRET, OPTIONS);
    });
    expect((await post(BODY)).status).toBe(500);
    expect(results).toMatchObject([{ kind: 'usage', message: /was parsed already/ }]);
  });

  it('may contain its raw body, beside a parsed one', async () => {
    const raw = { method: 'POST', headers: headersOf() };
    for (const bodies of [
      { body: Buffer.from(BODY) },
      { body: BODY },
      { body: EVENT, rawBody: Buffer.from(BODY) },
      { body: Readable.from([Buffer.from(BODY)]) },
    ])
      expect((await receive({ ...raw, ...bodies }, SECRET, OPTIONS)).event).toEqual(EVENT);
    const large = { ...raw, body: BODY };
    expect(await factsOf(() => receive(large, SECRET, { now: NOW, maxBytes: 9 }))).toMatchObject({
      status: 413,
    });
  });
});
