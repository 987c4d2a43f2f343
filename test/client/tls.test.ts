import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../src/client/client.js';
import { nodeTransport } from '../../src/client/transport/transport.js';
import { sender } from '../../src/webhooks/forward/send.js';
import { selfSigned } from '../support/certificate.js';
import { openProxy, type TunnelProxy } from '../support/proxy.js';

const certificate = selfSigned('service.test');
const SECRET = 'super-secret-of-the-key';

let server: Server;
let port: number;
let reached = 0;
beforeAll(async () => {
  server = createServer(certificate, (_request, response) => {
    reached += 1;
    response.end('{}');
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const opened: TunnelProxy[] = [];
beforeEach(() => {
  reached = 0;
  // Node warns about the environment variable.
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const proxy of opened.splice(0)) await proxy.close();
});

const proxyTo = async (target: number, own?: typeof certificate): Promise<TunnelProxy> => {
  const proxy = await openProxy({ target, ...(own && { own }) });
  opened.push(proxy);
  return proxy;
};

describe('an untrusted certificate', () => {
  const WAYS: Readonly<
    Record<string, () => Promise<{ url: string; env: Record<string, string>; longLived?: boolean }>>
  > = {
    directly: async () => ({ url: `https://127.0.0.1:${port}`, env: {} }),
    'over a long-lived connection': async () => ({
      url: `https://127.0.0.1:${port}`,
      env: {},
      longLived: true,
    }),
    'through a proxy': async () => {
      const proxy = await proxyTo(port);
      return { url: 'https://service.test', env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` } };
    },
    'past a proxy': async () => ({
      url: `https://127.0.0.1:${port}`,
      env: { HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.1' },
    }),
  };

  it.each(Object.keys(WAYS))('is rejected %s, whatever NODE_TLS_REJECT_UNAUTHORIZED is', async (way) => {
    const { url, env, longLived } = (await WAYS[way]?.()) ?? { url: '', env: {} };
    const transport = nodeTransport({ proxyEnv: env, longLived });
    const client = createClient({
      baseUrl: url,
      credentials: { id: 'id', secret: SECRET },
      transport,
      retries: 0,
    });
    try {
      await expect(client.raw({ path: '/x' })).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
      });
    } finally {
      await client.close();
    }
    expect(reached).toBe(0);
  });

  it('is rejected for a proxy, which then receives no request', async () => {
    const proxy = await proxyTo(port, certificate);
    const transport = nodeTransport({ proxyEnv: { HTTPS_PROXY: `https://127.0.0.1:${proxy.port}` } });
    const client = createClient({ baseUrl: 'https://service.test', transport, retries: 0 });
    try {
      await expect(client.raw({ path: '/x' })).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
      });
    } finally {
      await client.close();
    }
    expect(proxy.connects).toEqual([]);
  });

  it('is rejected for a server that receives forwarded events', async () => {
    const forwarding = sender();
    const result = await forwarding.send({
      url: new URL(`https://127.0.0.1:${port}/hook`),
      delivery: { method: 'POST', headers: [['x-signature', 'abc']], body: new Uint8Array([123, 125]) },
    });
    forwarding.close();
    expect(result).toMatchObject({
      status: null,
      error: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
    });
    expect(reached).toBe(0);
  });
});

it('the server of these tests answers clients that do not verify', async () => {
  const { request } = await import('node:https');
  const outgoing = request({ host: '127.0.0.1', port });
  outgoing.end();
  const [answer] = await once(outgoing, 'response');
  answer.resume();
  expect([answer.statusCode, reached]).toEqual([200, 1]);
});

it('an http server is not an https server, over any route', async () => {
  const plain = createHttp((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const at = (plain.address() as AddressInfo).port;
  const proxy = await proxyTo(at);
  const ways = [
    [`https://127.0.0.1:${at}`, {}],
    [`https://service.test:${at}`, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }],
  ] as const;
  for (const [baseUrl, proxyEnv] of ways) {
    const client = createClient({ baseUrl, transport: nodeTransport({ proxyEnv }), retries: 0 });
    await expect(client.raw({ path: '/x' })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('The TLS connection to'),
    });
    await client.close();
  }
  plain.closeAllConnections();
  plain.close();
  await once(plain, 'close');
});
