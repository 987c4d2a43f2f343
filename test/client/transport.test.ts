import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.js';
import type { Transport, WireRequest } from '../../src/client/send/wire.js';
import { proxySettings } from '../../src/client/transport/proxy-settings.js';
import { nodeTransport } from '../../src/client/transport/transport.js';
import { openProxy } from '../support/proxy.js';
import { openRoute, ROUTES, type Route } from '../support/transport-routes.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<{ origin: string; port: number }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port };
}

const serve = (listener: RequestListener) => listen(createServer(listener));
const read = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
};
const open = (more: Partial<Parameters<typeof nodeTransport>[0]> = {}): Transport => {
  const transport = nodeTransport({ proxyEnv: {}, ...more });
  closing.push(() => transport.close());
  return transport;
};
const get = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  url: new URL(url),
  headers: {},
  ...more,
});

const openTransport = async (way: Route): Promise<Transport> => {
  const opened = await openRoute(way);
  closing.push(() => opened.close());
  return opened;
};
const clientBy = async (way: Route, baseUrl: string, more = {}) =>
  createClient({
    baseUrl,
    credentials: { id: 'id', secret: 'super-secret' },
    transport: await openTransport(way),
    retries: 0,
    ...more,
  });

describe.each(ROUTES)('by way of %s', (way) => {
  const transport = () => openTransport(way);

  it('sends method, headers and body, and reads the response', async () => {
    const { origin } = await serve(async (request, response) => {
      const { method, url, headers } = request;
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.statusCode = 207;
      response.end(JSON.stringify({ method, url, own: headers['x-own'], body: await read(request) }));
    });
    const send = await transport();
    for (const [method, body] of [
      ['POST', 'é'],
      ['DELETE', new Uint8Array([104, 105])],
      ['PATCH', undefined],
      ['DELETE', undefined],
    ] as const) {
      const response = await send(
        get(`${origin}/a%2Fb?c=%20`, { method, body, headers: { 'x-own': 'yes' } }),
      );
      expect(response.status).toBe(207);
      expect(response.headers['set-cookie']).toBe('a=1, b=2');
      const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
      expect(JSON.parse(await response.body.text())).toEqual({
        method,
        url: '/a%2Fb?c=%20',
        own: 'yes',
        body: text,
      });
    }
  });

  it('reuses a connection whose response was discarded, and closes it', async () => {
    const sockets = new Set<Socket>();
    const { origin } = await serve((request, response) => {
      sockets.add(request.socket);
      response.end('x'.repeat(1000));
    });
    const send = await transport();
    await (await send(get(origin))).body.discard();
    // The body arrived with the headers, so the connection is free after pending callbacks.
    await setImmediate();
    await setImmediate();
    await (await send(get(origin))).body.text();
    expect(sockets.size).toBe(1);
    const [socket] = sockets;
    const closed = socket && once(socket, 'close');
    await send.close();
    await closed;
  });

  it('streams', async () => {
    const { origin } = await serve((_request, response) => {
      response.write('a');
      setImmediate().then(() => response.end('b'));
    });
    let text = '';
    for await (const piece of (await (await transport())(get(origin))).body)
      text += new TextDecoder().decode(piece);
    expect(text).toBe('ab');
  });

  describe('under a client', () => {
    const clientOf = (baseUrl: string, more = {}) => clientBy(way, baseUrl, more);

    it('follows redirects without sending the key', async () => {
      const seen: (string | undefined)[] = [];
      const elsewhere = await serve((request, response) => {
        seen.push(request.headers.authorization);
        response.end('{}');
      });
      const { origin } = await serve((request, response) => {
        seen.push(request.headers.authorization);
        const isFirst = request.url === '/v1/a';
        response
          .writeHead(isFirst ? 301 : 302, { location: isFirst ? '/v1/b' : `${elsewhere.origin}/c` })
          .end();
      });
      const response = await (await clientOf(origin)).raw({ path: '/a' });
      expect(response.url.href).toBe(`${elsewhere.origin}/c`);
      expect(seen).toEqual(['ApiKey id:super-secret', 'ApiKey id:super-secret', undefined]);
    });

    it('times out, on the headers and on the body', async () => {
      const { origin } = await serve((request, response) => {
        if (request.url === '/v1/body') response.write('{');
      });
      const client = await clientOf(origin, { timeoutMs: 80 });
      for (const path of ['/head', '/body']) {
        await expect(client.raw({ path })).rejects.toMatchObject({
          kind: 'unavailable',
          facts: { hint: expect.stringContaining('timeoutMs') },
        });
      }
    });

    it('explains closed connections, before and within the response', async () => {
      const { origin } = await serve((request, response) => {
        if (request.url === '/v1/body') response.write('{', () => request.socket.destroy());
        else request.socket.destroy();
      });
      for (const path of ['/head', '/body']) {
        await expect((await clientOf(origin)).raw({ path })).rejects.toMatchObject({
          kind: 'unavailable',
          message: expect.stringMatching(/^The connection to 127\.0\.0\.1:\d+ was closed/),
        });
      }
    });

    it('sends many requests with one signal, and Node does not warn of a leak', async () => {
      const waiting: ServerResponse[] = [];
      const { origin } = await serve((_request, response) => {
        waiting.push(response);
        if (waiting.length === 12) for (const each of waiting) each.end('{}');
      });
      const warned: unknown[] = [];
      const onWarning = (warning: unknown) => warned.push(warning);
      process.on('warning', onWarning);
      closing.push(async () => process.off('warning', onWarning));
      const client = await clientOf(origin, { signal: new AbortController().signal });
      await Promise.all(Array.from({ length: 12 }, () => client.raw({ path: '/x' })));
      // A warning is emitted in a later turn.
      await setImmediate();
      expect(warned).toEqual([]);
    });

    it('is stopped by its signal', async () => {
      const stop = new AbortController();
      const { origin } = await serve(() => stop.abort());
      await expect(
        (await clientOf(origin, { signal: stop.signal })).raw({ path: '/x' }),
      ).rejects.toMatchObject({
        kind: 'interrupted',
      });
    });
  });
});

// A proxy does not report why it could not connect.
it.each(['node:http', 'undici'] as const)(
  'explains a closed port, and retries a write once the port is open: %s',
  async (way) => {
    const server = createServer((_request, response) => response.end('{"message":"done"}'));
    const { origin, port } = await listen(server);
    server.close();
    await once(server, 'close');
    await expect((await clientBy(way, origin)).raw({ path: '/x' })).rejects.toMatchObject({
      kind: 'unavailable',
      message: `Nothing answers on 127.0.0.1:${port} (connection refused).`,
      facts: { hint: expect.stringContaining('Check the base URL') },
    });
    const clock = {
      now: () => Date.now(),
      // The server starts during the wait before the next attempt; other waits are time limits.
      sleep: async (ms: number, signal?: AbortSignal) => {
        if (ms > 5000) return new Promise<void>((_ok, fail) => signal?.addEventListener('abort', fail));
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      },
    };
    const client = await clientBy(way, origin, { retries: 1, clock });
    expect((await client.raw({ method: 'POST', path: '/x', body: '{}' })).status).toBe(200);
  },
);

describe('proxies', () => {
  const proxy = async (target: number) => {
    const opened = await openProxy({ target });
    closing.push(opened.close);
    return opened;
  };

  it.each(['HTTP_PROXY', 'http_proxy'])(
    'are used %s, with their own credentials and without ours',
    async (name) => {
      const { port } = await serve((request, response) => response.end(request.headers.authorization));
      const { connects, port: at } = await proxy(port);
      const send = open({ proxyEnv: { [name]: `http://me:pw@127.0.0.1:${at}` } });
      const response = await send(get('http://service.test/x', { headers: { authorization: 'ApiKey a:b' } }));
      expect(await response.body.text()).toBe('ApiKey a:b');
      expect(connects).toHaveLength(1);
      expect(connects[0]?.url).toBe('service.test:80');
      expect(connects[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa('me:pw')}`);
      expect(connects[0]?.headers.authorization).toBeUndefined();
    },
  );

  it('tunnel https, so that they do not see the key', async () => {
    const { port } = await serve((_request, response) => response.end());
    const { connects, port: at } = await proxy(port);
    const client = createClient({
      baseUrl: 'https://service.test',
      credentials: { id: 'id', secret: 'super-secret' },
      transport: open({ proxyEnv: { https_proxy: `127.0.0.1:${at}` } }),
      retries: 0,
    });
    await expect(client.raw({ path: '/x' })).rejects.toMatchObject({ kind: 'unavailable' });
    expect(connects[0]?.url).toBe('service.test:443');
    expect(JSON.stringify(connects)).not.toContain('super-secret');
  });

  it('are skipped for NO_PROXY and for this machine', async () => {
    const { origin } = await serve((_request, response) => response.end('direct'));
    const { connects, port: at } = await proxy(1);
    const proxyEnv = { HTTP_PROXY: `http://127.0.0.1:${at}`, NO_PROXY: 'service.test' };
    const send = open({ proxyEnv });
    expect(await (await send(get(origin))).body.text()).toBe('direct');
    await expect(send(get('http://service.test/x'))).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(connects).toEqual([]);
  });

  it('are explained if they refuse or are not reachable', async () => {
    const server = createServer();
    server.on('connect', (_request, socket) =>
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    );
    const { port } = await listen(server);
    for (const [at, message] of [
      [port, 'The proxy did not connect to service.test:443.'],
      [1, 'Nothing answers on 127.0.0.1:1, which leads to service.test:443 (connection refused).'],
    ] as const) {
      const client = createClient({
        baseUrl: 'https://service.test',
        transport: open({ proxyEnv: { HTTPS_PROXY: `http://127.0.0.1:${at}` } }),
        retries: 0,
      });
      await expect(client.raw({ path: '/x' })).rejects.toMatchObject({ kind: 'unavailable', message });
    }
  });

  it('are read in upper or lower case, and validated', async () => {
    expect(proxySettings({ https_proxy: 'p.example:1', HTTPS_PROXY: 'other', no_proxy: ' a ' })).toEqual({
      httpProxy: '',
      httpsProxy: 'http://p.example:1',
      noProxy: 'a',
    });
    const send = open({ proxyEnv: { HTTPS_PROXY: 'socks5://user:hunter2@p.example' } });
    const error: unknown = await send(get('https://service.test')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'usage' });
    expect(String(error)).not.toContain('hunter2');
  });
});
