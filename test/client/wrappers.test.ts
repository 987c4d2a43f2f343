import { describe, expect, it } from 'vitest';
import { withAuth } from '../../src/client/send/auth.js';
import { withDebug } from '../../src/client/send/debug.js';
import { withRateLimit } from '../../src/client/send/rate-limit.js';
import { createRedactor } from '../../src/client/send/redact.js';
import { withRedirects } from '../../src/client/send/redirect.js';
import { type RetryEvent, withRetry } from '../../src/client/send/retry.js';
import { withTimeout } from '../../src/client/send/timeout.js';
import { bodyOfBytes, type Send, type WireRequest } from '../../src/client/send/wire.js';
import type { Method } from '../../src/contract/operation.js';
import { fakeClock } from '../support/fake-clock.js';
import { failure, type StubAnswer, stubTransport } from '../support/stub-transport.js';

const HOME = 'https://api.example.com';
const KEY = { id: 'id', secret: 'super-secret' };
const request = (method: Method, url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method,
  url: new URL(url),
  headers: {},
  ...more,
});
const ok: Send = async ({ url }) => ({ status: 200, headers: {}, body: bodyOfBytes(new Uint8Array()), url });

describe('auth', () => {
  it.each([
    ['https://api.example.com/v1/x', 'ApiKey id:super-secret'],
    ['https://api.example.com:8443/v1/x', undefined],
    ['https://files.example.com/x', undefined],
    ['http://localhost/x', undefined],
  ])('sends to %s: %s', async (url, authorization) => {
    const stub = stubTransport().on('GET', url);
    await withAuth(stub.transport, HOME, KEY)(request('GET', url));
    expect(stub.requests[0]?.headers.authorization).toBe(authorization);
  });

  it('keeps the credential of a request, on the configured origin only', async () => {
    const stub = stubTransport().on('GET', `${HOME}/a`).on('GET', 'https://else.example/a');
    const send = withAuth(stub.transport, HOME, KEY);
    const headers = { 'x-api-key': 'own' };
    await send(request('GET', `${HOME}/a`, { headers }));
    await send(request('GET', 'https://else.example/a', { headers }));
    expect(stub.requests.map((sent) => sent.headers)).toEqual([headers, {}]);
  });

  it('rejects plain http elsewhere before anything is sent', async () => {
    const { transport } = stubTransport();
    const url = 'http://api.example.com';
    await expect(withAuth(transport, url, KEY)(request('GET', url))).rejects.toMatchObject({ kind: 'usage' });
  });
});

it('does not quote a key that cannot be a header', async () => {
  const send = withAuth(stubTransport().transport, HOME, { id: 'id', secret: 'super\nsecret' });
  const error: unknown = await send(request('GET', HOME)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'usage' });
  expect(String(error)).not.toContain('super');
});

describe('redirects', () => {
  const through = (stub: ReturnType<typeof stubTransport>) =>
    withRedirects(withAuth(stub.transport, HOME, KEY));
  const to = (location: string, status = 302): StubAnswer => ({ status, headers: { location } });

  it('keeps the key on the same origin', async () => {
    const stub = stubTransport().on('GET', `${HOME}/a`, to('/b')).on('GET', `${HOME}/b`);
    const response = await through(stub)(request('GET', `${HOME}/a`));
    expect(response.url.href).toBe(`${HOME}/b`);
    expect(stub.requests[1]?.headers.authorization).toBe('ApiKey id:super-secret');
  });

  it.each(['https://api.example.com:8443/b', 'https://evil.example/b', 'http://127.0.0.1/b'])(
    'drops every credential for %s, permanently',
    async (elsewhere) => {
      const stub = stubTransport()
        .on('GET', `${HOME}/a`, to(elsewhere))
        .on('GET', elsewhere, to(`${HOME}/c`))
        .on('GET', `${HOME}/c`);
      const headers = { cookie: 'c=1', 'x-api-key': 'own', accept: '*/*' };
      await through(stub)(request('GET', `${HOME}/a`, { headers, meter: 'read' }));
      expect(stub.requests.slice(1).map((sent) => sent.headers)).toEqual([
        { accept: '*/*' },
        { accept: '*/*' },
      ]);
      expect(stub.requests[2]?.meter).toBeUndefined();
    },
  );

  it.each([301, 302, 303])('does not repeat a POST after %d', async (status) => {
    const stub = stubTransport().on('POST', `${HOME}/a`, to('/b', status));
    await expect(through(stub)(request('POST', `${HOME}/a`))).rejects.toMatchObject({
      kind: 'unexpected',
      facts: { status },
    });
  });

  it.each([307, 308])('repeats a POST after %d on the same origin only', async (status) => {
    const stub = stubTransport()
      .on('POST', `${HOME}/a`, to('/b', status))
      .on('POST', `${HOME}/b`, to('https://evil.example/c', status));
    await expect(through(stub)(request('POST', `${HOME}/a`, { body: 'x' }))).rejects.toMatchObject({
      kind: 'unexpected',
    });
    expect(stub.requests[1]?.body).toBe('x');
  });

  it('rejects plain http and other schemes', async () => {
    for (const location of ['http://api.example.com/b', 'file:///etc/passwd', 'https://']) {
      const stub = stubTransport().on('GET', `${HOME}/a`, to(location));
      await expect(through(stub)(request('GET', `${HOME}/a`))).rejects.toMatchObject({ kind: 'unexpected' });
    }
  });

  it('stops a loop after five', async () => {
    const stub = stubTransport();
    for (let hop = 0; hop <= 5; hop += 1) stub.on('GET', `${HOME}/a`, to('/a'));
    await expect(through(stub)(request('GET', `${HOME}/a`))).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('retry', () => {
  const attempt = async (method: Method, answers: StubAnswer[], retries?: number) => {
    const stub = stubTransport();
    for (const one of answers) stub.on(method, `${HOME}/a`, one);
    const clock = fakeClock();
    const waits: RetryEvent[] = [];
    const onRetry = (event: RetryEvent) => waits.push(event);
    const send = withRetry(stub.transport, { clock, random: () => 0.5, retries, onRetry });
    const result = await clock.run(send(request(method, `${HOME}/a`))).then(
      (response) => response.status,
      (error: unknown) => error,
    );
    return { result, waits: waits.map(({ delayMs }) => delayMs) };
  };
  const refused = failure('ECONNREFUSED');
  const reset = failure('ECONNRESET');

  it('repeats reads, with increasing waits', async () => {
    expect(await attempt('GET', [{ status: 503 }, { status: 408 }, {}])).toEqual({
      result: 200,
      waits: [500, 1000],
    });
    expect(await attempt('HEAD', [{ fails: reset }, { fails: refused }, {}])).toMatchObject({ result: 200 });
    expect(await attempt('GET', [{ status: 500 }, { status: 500 }, { status: 500 }])).toMatchObject({
      result: 500,
    });
    expect(await attempt('GET', [{ status: 500 }], 0)).toEqual({ result: 500, waits: [] });
    expect(await attempt('GET', [{ status: 404 }])).toEqual({ result: 404, waits: [] });
    expect((await attempt('GET', [{ fails: failure('CERT_HAS_EXPIRED') }])).waits).toEqual([]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'repeats %s only if it was not carried out',
    async (method) => {
      expect(await attempt(method, [{ status: 429 }, {}])).toMatchObject({ result: 200 });
      expect(await attempt(method, [{ fails: refused }, { fails: failure('EAI_AGAIN') }, {}])).toMatchObject({
        result: 200,
      });
      for (const status of [408, 500, 502, 503, 504])
        expect((await attempt(method, [{ status }])).result).toBe(status);
      expect((await attempt(method, [{ fails: reset }])).result).toMatchObject({ kind: 'unavailable' });
      expect((await attempt(method, [{ fails: failure('UND_ERR_HEADERS_TIMEOUT') }])).waits).toEqual([]);
    },
  );

  it('waits as the service requests, up to a minute', async () => {
    const waitFor = (value: string): StubAnswer => ({ status: 429, headers: { 'retry-after': value } });
    expect((await attempt('GET', [waitFor('7'), {}])).waits).toEqual([7000]);
    const date = new Date(Date.UTC(2026, 0, 1, 0, 0, 40)).toUTCString();
    expect((await attempt('POST', [waitFor(date), {}])).waits).toEqual([40_000]);
    expect((await attempt('GET', [waitFor('soon'), {}])).waits).toEqual([500]);
    expect(await attempt('GET', [waitFor('86400')])).toMatchObject({
      result: { kind: 'limit', facts: { retryAfter: 86_400, hint: expect.stringContaining('24 h') } },
      waits: [],
    });
  });

  it('sends nothing for an aborted signal', async () => {
    const send = withRetry(stubTransport().transport, { clock: fakeClock(), random: () => 0 });
    await expect(send(request('POST', HOME, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      kind: 'interrupted',
    });
  });

  it('stops waiting on abort', async () => {
    const stub = stubTransport().on('GET', `${HOME}/a`, { status: 500 });
    const clock = fakeClock();
    const stop = new AbortController();
    const send = withRetry(stub.transport, {
      clock,
      random: () => 0,
      onRetry: () => setImmediate(() => stop.abort()),
    });
    await expect(send(request('GET', `${HOME}/a`, { signal: stop.signal }))).rejects.toMatchObject({
      kind: 'interrupted',
    });
  });
});

describe('timeout', () => {
  it('ends an attempt that takes too long, whether or not the transport reacts to abort', async () => {
    for (const deaf of [true, false]) {
      const clock = fakeClock();
      let aborted = false;
      const send: Send = ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            aborted = true;
            if (!deaf) reject(signal.reason);
          });
        });
      const work = withTimeout(send, clock, 5000)(request('GET', `${HOME}/a`));
      await expect(clock.run(work)).rejects.toMatchObject({ kind: 'unavailable' });
      expect(aborted).toBe(true);
      expect(clock.now()).toBe(Date.UTC(2026, 0, 1) + 5000);
    }
  });

  it.each([
    ['30 s', undefined, {}, 30_000],
    ['120 s for operations that are slow', undefined, { slow: true }, 120_000],
    ['what was chosen, slow or not', 5_000, { slow: true }, 5_000],
  ])('is %s', async (_, chosen, more, expected) => {
    const clock = fakeClock();
    const send: Send = () => new Promise(() => {});
    const work = withTimeout(send, clock, chosen)(request('POST', `${HOME}/a`, more));
    await expect(clock.run(work)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1) + expected);
  });

  it('allows a slow stream as long as it progresses', async () => {
    const clock = fakeClock();
    const pieces = (gap: number) =>
      async function* () {
        for (let n = 0; n < 4; n += 1) {
          await clock.sleep(gap);
          yield new Uint8Array([n]);
        }
      };
    const sendOf =
      (gap: number): Send =>
      async (sent) => {
        const response = await ok(sent);
        return { ...response, body: { ...response.body, [Symbol.asyncIterator]: pieces(gap) } };
      };
    const read = async (gap: number) => {
      const response = await withTimeout(
        sendOf(gap),
        clock,
        5000,
      )(request('GET', `${HOME}/a`, { stream: true }));
      return (await response.body.bytes()).byteLength;
    };
    expect(await clock.run(read(4000))).toBe(4);
    await expect(clock.run(read(6000))).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('rate limit', () => {
  const burst = async (count: number, method: Method, url: string) => {
    const clock = fakeClock();
    const times: number[] = [];
    const send = withRateLimit(
      async (sent) => ok({ ...sent, headers: { at: String(times.push(clock.now())) } }),
      HOME,
      clock,
    );
    await clock.run(Promise.all(Array.from({ length: count }, () => send(request(method, url)))));
    return times.map((at) => at - Date.UTC(2026, 0, 1));
  };

  it.each([
    ['POST', `${HOME}/v1/landscapes/l/x`, 60],
    ['POST', `${HOME}/v1/user/login`, 10],
    ['GET', `${HOME}/v1/landscapes`, 2400],
  ] as const)('limits %s %s to %d a minute', async (method, url, limit) => {
    const times = await burst(limit * 2 + 1, method, url);
    expect(times.filter((at) => at === 0)).toHaveLength(limit);
    for (const [index, at] of times.entries()) {
      const before = times[index - limit];
      if (before !== undefined) expect(at - before).toBeGreaterThan(60_000);
    }
  });

  it('does not limit other origins, and skips aborted requests in the queue', async () => {
    expect(await burst(200, 'POST', 'https://files.example/x')).toEqual(Array(200).fill(0));
    const clock = fakeClock();
    const send = withRateLimit(ok, HOME, clock);
    const login = (signal?: AbortSignal) => send(request('POST', `${HOME}/v1/user/login`, { signal }));
    await Promise.all(Array.from({ length: 10 }, () => login()));
    const quitter = login(AbortSignal.abort());
    const patient = login();
    await expect(quitter).rejects.toMatchObject({ kind: 'interrupted' });
    expect((await clock.run(patient)).status).toBe(200);
  });
});

describe('debug', () => {
  it('shows the exchange without secrets', async () => {
    const stub = stubTransport().on('POST', `${HOME}/a?token=super-secret`, {
      json: { apiKey: { name: 'CI' }, secret: 'another-secret', long: 'x'.repeat(5000) },
      headers: { 'set-cookie': 'session=super-secret' },
    });
    const lines: string[] = [];
    const send = withDebug(
      stub.transport,
      (line) => lines.push(line),
      createRedactor([KEY.secret]),
      fakeClock(),
    );
    const headers = { authorization: 'ApiKey id:super-secret' };
    await send(request('POST', `${HOME}/a?token=super-secret`, { headers, body: '{"secret":"mine"}' }));
    const all = lines.join('\n');
    expect(all).not.toMatch(/super-secret|another-secret|mine/);
    expect(all).toContain('> authorization: ApiKey [redacted]');
    expect(all).toContain('< 200 (0 ms)');
    expect(all.length).toBeLessThan(3000);
  });
});
