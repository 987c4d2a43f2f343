import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import { tail } from '../../src/client/jobs/tail.js';
import { withBuffer } from '../../src/client/send/buffer.js';
import { withRetry } from '../../src/client/send/retry.js';
import type { Send, Transport } from '../../src/client/send/wire.js';
import { nodeTransport } from '../../src/client/transport/transport.js';
import { fakeClock } from '../support/fake-clock.js';
import { openProxy } from '../support/proxy.js';
import { openRoute, ROUTES } from '../support/transport-routes.js';

const OK = 'HTTP/1.1 200 OK\r\n';
const FINE = `${OK}content-length: 2\r\n\r\n{}`;

/** Writes as long as the other side reads. */
const without = (start: string, piece: string) => (socket: Socket) => {
  socket.write(start);
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
};
const then = (text: string, act: (socket: Socket) => void) => (socket: Socket) => {
  socket.write(text, () => act(socket));
};
const close = (socket: Socket): void => void socket.end();
const reset = (socket: Socket): void => void socket.resetAndDestroy();

type Fault = string | ((socket: Socket) => void);
const NOT_HTTP: Readonly<Record<string, Fault>> = {
  'another protocol': 'SSH-2.0-OpenSSH_9.6\r\n\r\n',
  'a page without headers': '<html>hello</html>',
  'HTTP/2': Buffer.from('000012040000000000000300000064000400', 'hex').toString('latin1'),
  'a status that is not a number': 'HTTP/1.1 abc OK\r\n\r\n',
  'a status below 100': 'HTTP/1.1 000 OK\r\ncontent-length: 2\r\n\r\n{}',
  'a version that is none': 'HTTP/9.9 200 OK\r\ncontent-length: 0\r\n\r\n',
  'a header without a colon': `${OK}foo bar\r\n\r\n`,
  'a header without a name': `${OK}: x\r\n\r\n`,
  'a NUL in a header': `${OK}a: b\0c\r\n\r\n`,
  'a lone CR in a header': `${OK}a: b\rc\r\n\r\n`,
  'a length that is not a number': `${OK}content-length: abc\r\n\r\n`,
  'two lengths': `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`,
  'a length and chunks': `${OK}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a chunk whose size is not a number': `${OK}transfer-encoding: chunked\r\n\r\nzz\r\nabc\r\n`,
  'such a chunk after a good one': `${OK}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\nabc\r\n`,
  'a chunk longer than its size': `${OK}transfer-encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n`,
};
const TOO_MUCH: Readonly<Record<string, Fault>> = {
  'headers without end': without(OK, `x: ${'a'.repeat(1000)}\r\n`),
  'a header without end': without(`${OK}x: `, 'a'.repeat(1000)),
  'a thousand headers': `${OK}${'some-header: 1234567890\r\n'.repeat(1000)}content-length: 2\r\n\r\n{}`,
  'trailers without end': without(
    `${OK}transfer-encoding: chunked\r\n\r\n0\r\n`,
    `x: ${'a'.repeat(1000)}\r\n`,
  ),
};
const BROKEN_OFF: Readonly<Record<string, Fault>> = {
  'an end before anything': close,
  'a reset before anything': reset,
  'an end within the headers': then(`${OK}a: b`, close),
  'an end within the body': then(`${OK}content-length: 10\r\n\r\nabc`, close),
  'an end within a chunk': then(`${OK}transfer-encoding: chunked\r\n\r\n5\r\nab`, close),
  'a reset within the headers': then(`${OK}a: b`, reset),
  'nothing but a promise': then('HTTP/1.1 100 Continue\r\n\r\n', close),
  'another protocol from here on':
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
};
const HARMLESS: Readonly<Record<string, Fault>> = {
  'hints before the answer': `HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${FINE}`,
  'more than its length': `${FINE}garbage`,
};

let server: Server;
let fault: Fault = FINE;
let origin: string;
const sockets = new Set<Socket>();
beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.once('data', () => {
      if (typeof fault === 'string') socket.write(fault, 'latin1');
      else fault(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
const opened: Transport[] = [];
afterEach(async () => {
  for (const transport of opened.splice(0)) await transport.close();
  for (const socket of sockets) socket.destroy();
});

/** Result of a request: the response or the error, and the number of attempts. */
async function outcome(send: Send): Promise<unknown> {
  let attempts = 0;
  const counted: Send = (request) => {
    attempts += 1;
    return withBuffer(send)(request);
  };
  const clock = fakeClock();
  const retrying = withRetry(counted, {
    clock: { now: clock.now, sleep: async () => {} },
    random: () => 0,
    retries: 1,
  });
  const request = { method: 'GET', url: new URL(`${origin}/v1/x`), headers: {} } as const;
  return retrying(request).then(
    async ({ status, body }) => ({ status, text: await body.text() }),
    (error: unknown) => {
      if (!(error instanceof ArchctlError)) throw error;
      return { kind: error.kind, message: error.message, hint: error.facts.hint, attempts };
    },
  );
}

describe.each(ROUTES)('by way of %s', (way) => {
  const answerTo = async (given: Fault): Promise<unknown> => {
    fault = given;
    const transport = await openRoute(way);
    opened.push(transport);
    return outcome(transport);
  };
  const at = (): string => new URL(origin).host;

  it.each(Object.entries(NOT_HTTP))('%s is not HTTP, and is retried', async (_, given) => {
    expect(await answerTo(given)).toEqual({
      kind: 'unavailable',
      message: `The response from ${at()} is not valid HTTP.`,
      hint: expect.stringContaining('Try again'),
      attempts: 2,
    });
  });

  it.each(Object.entries(TOO_MUCH))('%s are rejected as too large', async (_, given) => {
    expect(await answerTo(given)).toEqual({
      kind: 'unavailable',
      message: `The response headers from ${at()} are larger than 16 KB.`,
      hint: expect.any(String),
      attempts: 1,
    });
  });

  it.each(Object.entries(BROKEN_OFF))('%s is a closed connection', async (_, given) => {
    expect(await answerTo(given)).toEqual({
      kind: 'unavailable',
      message: `The connection to ${at()} was closed before the response was complete.`,
      hint: 'Try again.',
      attempts: 2,
    });
  });

  it.each(Object.entries(HARMLESS))('%s is accepted', async (_, given) => {
    expect(await answerTo(given)).toEqual({ status: 200, text: '{}' });
  });

  it('does not end a tail', async () => {
    fault = 'SSH-2.0-OpenSSH_9.6\r\n\r\n';
    const transport = await openRoute(way);
    opened.push(transport);
    const faults: string[] = [];
    const stop = new AbortController();
    const page = async () => {
      const request = { method: 'GET', url: new URL(origin), headers: {} } as const;
      const { body } = await withRetry(withBuffer(transport), {
        clock: fakeClock(),
        random: () => 0,
        retries: 0,
      })(request);
      return JSON.parse(await body.text()) as { id: string; performedAt: string }[];
    };
    const record = '[{"id":"r1","performedAt":"2026-01-01T00:00:00Z"}]';
    const records = tail({
      page,
      accept: () => true,
      last: 1,
      follow: false,
      intervalMs: 1000,
      now: () => new Date(),
      sleep: async () => {},
      signal: stop.signal,
      onFault: ({ kind }) => {
        faults.push(kind);
        fault = `${OK}content-length: ${record.length}\r\n\r\n${record}`;
      },
      onRecovered: () => faults.push('recovered'),
    });
    expect((await records.next()).value).toMatchObject({ id: 'r1' });
    await records.return(undefined);
    expect(faults).toEqual(['unavailable', 'recovered']);
  });
});

it('a proxy that does not speak HTTP is reported like such a service', async () => {
  const proxy = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n'));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const transport = nodeTransport({ proxyEnv: { HTTP_PROXY: `http://127.0.0.1:${port}` } });
  opened.push(transport);
  const rerouted: Send = (request) => transport({ ...request, url: new URL('http://service.test/') });
  expect(await outcome(rerouted)).toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(/is not valid HTTP/),
  });
  proxy.close();
});

it('a broken connection of the proxy does not affect the next one', async () => {
  fault = FINE;
  const proxy = await openProxy({
    respond: (connection) => (connection === 0 ? 'nonsense\r\n\r\n' : undefined),
  });
  const inner = nodeTransport({ proxyEnv: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` } });
  opened.push(inner);
  const rerouted: Send = (request) => {
    const url = new URL(request.url);
    url.hostname = 'service.test';
    return inner({ ...request, url });
  };
  expect(await outcome(rerouted)).toEqual({ status: 200, text: '{}' });
  expect(proxy.connects).toHaveLength(2);
  await inner.close();
  await proxy.close();
});
