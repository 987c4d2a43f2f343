import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { bytesInWords } from '../../src/base/text/words.js';
import { createClient } from '../../src/client/client.js';
import type { Client } from '../../src/client/client-types.js';
import { fetchTransport } from '../../src/client/transport/transport.js';
import { listActionLogs } from '../../src/contract/resources/action-log.js';
import { getLandscape } from '../../src/contract/resources/landscape.js';
import { openRoute, ROUTES, type Route } from '../support/transport-routes.js';

const MB = 1024 * 1024;
/** Socket buffers between two processes, on both sides of a proxy. */
const ON_THE_WAY = 24 * MB;

/** Small, and 64 MB when decompressed. */
const BOMB = gzipSync(Buffer.alloc(64 * MB, ' '), { level: 1 });

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function clientBy(way: Route, baseUrl: string): Promise<Client> {
  const transport = await openRoute(way);
  const client = createClient({ baseUrl, transport, timeoutMs: 60_000 });
  closing.push(() => client.close());
  return client;
}

/** A server that writes as long as it is read, and reports how much it wrote until the connection closed. */
function endless(status: number, headers: Record<string, string>, piece: Buffer) {
  let sent = 0;
  let requests = 0;
  let cutOff = (): void => {};
  const isCutOff = new Promise<void>((resolve) => {
    cutOff = resolve;
  });
  const listener: RequestListener = (_request, response) => {
    requests += 1;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    const more = (): void => {
      while (!response.destroyed) {
        sent += piece.byteLength;
        if (!response.write(piece)) return;
      }
    };
    response.on('drain', more);
    response.on('close', cutOff);
    more();
  };
  return { listener, isCutOff, sent: () => sent, requests: () => requests };
}

describe.each(ROUTES)('by way of %s', (way) => {
  it('an endless response is aborted at 64 MB, once', async () => {
    const service = endless(200, {}, Buffer.alloc(MB, '[{}],'));
    const client = await clientBy(way, await serve(service.listener));
    await expect(client.raw({ path: '/x' })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/^The response from 127\.0\.0\.1:\d+ is larger than 64 MB\.$/),
    });
    await service.isCutOff;
    expect(service.sent()).toBeLessThan(64 * MB + ON_THE_WAY);
    expect(service.requests()).toBe(1);
  });

  it('a response that announces a gigabyte is not read', async () => {
    const service = endless(200, { 'content-length': String(1024 * MB) }, Buffer.alloc(MB, ' '));
    const client = await clientBy(way, await serve(service.listener));
    await expect(client.raw({ path: '/x' })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('larger than 64 MB'),
    });
    await service.isCutOff;
    expect(service.sent()).toBeLessThan(ON_THE_WAY);
  });

  it('an endless error is aborted at 1 MB, and keeps its status', async () => {
    const service = endless(503, {}, Buffer.alloc(MB / 4, '{"message":"'));
    const client = await clientBy(way, await serve(service.listener));
    await expect(client.call(getLandscape, { path: { landscapeId: 'l' } })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/^The response \(HTTP 503\) from .* is larger than 1 MB\.$/),
      facts: { status: 503 },
    });
    await service.isCutOff;
    expect(service.sent()).toBeLessThan(ON_THE_WAY);
  });

  it('an error instead of a streamed file is limited, too', async () => {
    const service = endless(404, {}, Buffer.alloc(MB / 4, 'x'));
    const origin = await serve(service.listener);
    const client = await clientBy(way, origin);
    await expect(client.download(`${origin}/file`, { stream: true })).rejects.toMatchObject({
      message: expect.stringContaining('larger than 1 MB'),
    });
    await service.isCutOff;
  });

  it('a streamed file is aborted at the limit of the reader', async () => {
    const service = endless(200, {}, Buffer.alloc(MB, 'x'));
    const origin = await serve(service.listener);
    const client = await clientBy(way, origin);
    const { body } = await client.download(`${origin}/file`, { stream: true, maxBytes: 8 * MB });
    let read = 0;
    const all = async (): Promise<void> => {
      for await (const piece of body) read += piece.byteLength;
    };
    await expect(all()).rejects.toMatchObject({ message: expect.stringContaining('larger than 8 MB') });
    expect(read).toBeLessThanOrEqual(8 * MB);
    await service.isCutOff;
  });

  it('an endless redirect is aborted', async () => {
    const service = endless(302, { location: '/v1/y' }, Buffer.alloc(MB / 4, 'x'));
    const client = await clientBy(way, await serve(service.listener));
    await expect(client.raw({ path: '/x' })).rejects.toMatchObject({
      message: expect.stringContaining('(HTTP 302)'),
    });
    await service.isCutOff;
  });

  it('compression is not requested, and compressed responses are not decompressed', async () => {
    let asked: string | undefined;
    const origin = await serve((request, response) => {
      asked = request.headers['accept-encoding'];
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
      response.end(BOMB);
    });
    const client = await clientBy(way, origin);
    expect((await (await client.raw({ path: '/x' })).body.bytes()).byteLength).toBe(BOMB.byteLength);
    await expect(client.call(getLandscape, { path: { landscapeId: 'l' } })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('is not JSON'),
    });
    expect(asked).toBeUndefined();
  });
});

describe('JSON', () => {
  const answering = (text: string, status = 200): Client =>
    createClient({
      baseUrl: 'http://localhost',
      transport: fetchTransport(() => new Response(text, { status })),
      retries: 0,
    });
  const get = (text: string, status?: number) =>
    answering(text, status).call(getLandscape, { path: { landscapeId: 'l' } });
  /** With a landscape of that depth, counting both objects. */
  const nested = (levels: number, [open, close]: readonly [string, string]): string =>
    `{"landscape":{"x":${open.repeat(levels - 2)}0${close.repeat(levels - 2)}}}`;

  it.each([
    ['lists', ['[', ']']],
    ['objects', ['{"a":', '}']],
  ] as const)('is accepted up to 200 %s deep', async (_, brackets) => {
    expect(await get(nested(200, brackets))).toHaveProperty('landscape');
    for (const levels of [201, 5_000, 3_000_000]) {
      await expect(get(nested(levels, brackets))).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'The response from localhost is nested more than 200 levels deep.',
      });
    }
  });

  it('is not deep because of brackets in strings', async () => {
    const text = '[{"\\"[[['.repeat(1_000);
    expect(await get(JSON.stringify({ landscape: { name: text } }))).toEqual({ landscape: { name: text } });
  });

  it('may contain four million values, in however few bytes', async () => {
    const values = (count: number): string => `{"landscape":[${'0,'.repeat(count - 3)}0]}`;
    expect(await get(values(3_999_990))).toHaveProperty('landscape');
    await expect(get(values(4_000_010))).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'The response from localhost holds more than 4 million values.',
    });
  });

  it('of an error that is too deep is reported by its status alone', async () => {
    await expect(
      get(`{"message":"x","errors":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, 404),
    ).rejects.toMatchObject({
      kind: 'not-found',
      message: 'HTTP 404 Not Found',
    });
  });
});

it('a list with endless pages ends at the limit of the reader', async () => {
  let page = 0;
  const record = { id: 'a', filler: 'x'.repeat(MB) };
  const client = createClient({
    baseUrl: 'http://localhost',
    transport: fetchTransport(() => {
      page += 1;
      return Response.json({ actionLogs: [record], nextCursor: `page${page}` });
    }),
  });
  const all = async (): Promise<void> => {
    const path = { landscapeId: 'l' };
    for await (const log of client.pages(listActionLogs, { path }, { maxBytes: 5 * MB }))
      expect(log.id).toBe('a');
  };
  await expect(all()).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The list is larger than 5 MB.',
  });
  expect(page).toBe(5);
});

it('a list of endless empty pages ends', async () => {
  let page = 0;
  const client = createClient({
    baseUrl: 'http://localhost',
    transport: fetchTransport(() => {
      page += 1;
      return Response.json({ actionLogs: page === 50 ? [{ id: 'a' }] : [], nextCursor: `page${page}` });
    }),
  });
  const all = async (): Promise<void> => {
    for await (const log of client.pages(listActionLogs, { path: { landscapeId: 'l' } }))
      expect(log.id).toBe('a');
  };
  await expect(all()).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('empty pages'),
  });
  expect(page).toBe(151);
});

it('a file may be larger than a response, and is rejected by its announced size', async () => {
  const size = 80 * MB;
  const stream = (bytes: number) => {
    let left = bytes;
    return new ReadableStream({
      pull: (controller) => {
        if (left <= 0) controller.close();
        else controller.enqueue(new Uint8Array(8 * MB));
        left -= 8 * MB;
      },
    });
  };
  const client = createClient({
    baseUrl: 'http://localhost',
    transport: fetchTransport(({ url }) =>
      url.endsWith('/large')
        ? new Response(stream(1024 * MB), { headers: { 'content-length': String(257 * MB) } })
        : new Response(stream(size)),
    ),
  });
  expect((await (await client.download('/file')).body.bytes()).byteLength).toBe(size);
  await expect(client.download('/large')).rejects.toMatchObject({
    message: 'The response from localhost is larger than 256 MB.',
  });
  await expect(client.raw({ path: '/file' })).rejects.toMatchObject({
    message: 'The response from localhost is larger than 64 MB.',
  });
});

it.each([
  [1, '1 byte'],
  [500, '500 bytes'],
  [1024, '1 KB'],
  [65_536, '64 KB'],
  [1_500_000, '1500000 bytes'],
  [64 * MB, '64 MB'],
  [4096 * MB, '4 GB'],
])('%i is %s', (bytes, words) => {
  expect(bytesInWords(bytes)).toBe(words);
});
