import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  openPageServer,
  type PageServer,
  type PageServerOptions,
} from '../../src/page-server/open-page-server.js';

async function serve(options: Partial<PageServerOptions> = {}): Promise<PageServer> {
  const assetDirectory = mkdtempSync(join(tmpdir(), 'archctl-page-'));
  writeFileSync(join(assetDirectory, 'page.js'), 'start();');
  writeFileSync(join(assetDirectory, 'secret.txt'), 'not an asset');
  const server = await openPageServer({
    assetDirectory,
    program: 'page.js',
    answer: ({ path }) => (path === 'facts' ? { json: { elements: 3 } } : undefined),
    ...options,
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(assetDirectory, { recursive: true });
  });
  return server;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request with exactly these headers, and returns the response before its body. */
async function open({ port }: PageServer, path: string, { method, headers, body }: Sent = {}) {
  const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  onTestFinished(() => void sent.destroy());
  return response;
}

async function ask(server: PageServer, path: string, sent?: Sent) {
  const response = await open(server, path, sent);
  let text = '';
  for await (const piece of response) text += piece;
  return { status: response.statusCode, headers: response.headers, text };
}

const tokenOf = (url: string): string => new URL(url).hash.replace('#token=', '');

const exchange = (server: PageServer, token: string, headers: Record<string, string> = {}) =>
  ask(server, '/session', {
    method: 'POST',
    headers: {
      origin: `http://127.0.0.1:${server.port}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ token }),
  });

async function cookieOf(server: PageServer): Promise<string> {
  const { headers } = await exchange(server, tokenOf(server.url));
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

describe('a page server', () => {
  it('serves the empty document and the program of the page without a cookie, and nothing else', async () => {
    const server = await serve();
    expect((await ask(server, '/')).text).toContain('<script defer src="page.js"></script>');
    expect((await ask(server, '/page.js')).text).toBe('start();');
    for (const path of ['/facts', '/events', '/secret.txt', '/..%2fpackage.json', '/%00'])
      expect((await ask(server, path)).status, path).toBe(401);
  });

  it('exchanges its token for a cookie that scripts and other sites cannot use', async () => {
    const server = await serve();
    const { status, headers } = await exchange(server, tokenOf(server.url));
    expect(status).toBe(200);
    expect(headers['set-cookie']?.[0]).toMatch(
      /^archctl-page-\d+=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const cookie = await cookieOf(server);
    const answer = await ask(server, '/facts', { headers: { cookie: `a=b; ${cookie}` } });
    expect(answer.text).toBe('{"elements":3}');
    expect((await ask(server, '/other', { headers: { cookie } })).status).toBe(404);
  });

  it.each(['', 'f'.repeat(64)])('rejects the token "%s"', async (token) => {
    const server = await serve();
    const { status, headers } = await exchange(server, token);
    expect([status, headers['set-cookie']]).toEqual([401, undefined]);
  });

  it('accepts a single-use token once', async () => {
    const server = await serve();
    const token = tokenOf(server.newSingleUseUrl());
    expect((await exchange(server, token)).status).toBe(200);
    expect((await exchange(server, token)).status).toBe(401);
  });

  it('rejects the cookie of another server', async () => {
    const [one, other] = [await serve(), await serve()];
    const foreign = (await cookieOf(one)).replace(String(one.port), String(other.port));
    expect((await ask(other, '/facts', { headers: { cookie: foreign } })).status).toBe(401);
  });

  it.each(['example.com', 'example.com:80', 'localhost.example.com'])(
    'rejects requests for the host %s',
    async (host) => {
      expect((await ask(await serve(), '/', { headers: { host } })).status).toBe(421);
    },
  );

  it('rejects requests of other origins, with a cookie too', async () => {
    const server = await serve();
    const cookie = await cookieOf(server);
    const own = `http://127.0.0.1:${server.port}`;
    const refused = async (headers: Record<string, string>, method = 'GET') =>
      (await ask(server, '/facts', { method, headers: { cookie, ...headers } })).status;
    expect(await refused({ origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await refused({ origin: 'null' })).toBe(403);
    expect(await refused({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).toBe(403);
    expect(await refused({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'POST')).toBe(403);
    expect(await refused({}, 'POST')).toBe(403);
    expect(await refused({ origin: own, 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  it.each([
    ['text/plain', '{}', 415],
    ['application/json', '{', 400],
    ['application/json', `"${'x'.repeat(1_100_000)}"`, 413],
    ['application/json', 'null', 400],
    ['application/json', '[]', 400],
    ['application/json', '{"token":1}', 400],
    ['application/json', '{"token":{"toString":1}}', 400],
    ['application/json', `{"token":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
    ['application/json', '{"token":"unknown"}', 401],
  ])('rejects a session request of type %s', async (type, body, status) => {
    const server = await serve();
    const headers = { origin: `http://127.0.0.1:${server.port}`, 'content-type': type };
    expect((await ask(server, '/session', { method: 'POST', headers, body })).status).toBe(status);
  });

  it('forbids scripts and requests of other places in every response', async () => {
    const server = await serve();
    for (const path of ['/', '/page.js', '/facts', '/%ff']) {
      const { headers } = await ask(server, path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('sends events to all open pages, after the first events of each', async () => {
    const server = await serve({ firstEvents: () => [{ name: 'hello', data: 1 }] });
    const headers = { cookie: await cookieOf(server) };
    const pages = [await open(server, '/events', { headers }), await open(server, '/events', { headers })];
    server.publish({ name: 'changed', data: { text: 'two\nlines' } });
    for (const page of pages) {
      let text = '';
      for await (const piece of page) {
        text += piece;
        if (text.includes('changed')) break;
      }
      expect(text).toBe(
        'retry: 1000\n\nevent: hello\ndata: 1\n\nevent: changed\ndata: {"text":"two\\nlines"}\n\n',
      );
    }
  });

  it('reports a failure, and keeps serving', async () => {
    const server = await serve({
      answer: async ({ method, json }) => {
        if (method === 'GET') throw new Error('The disk is full.');
        return { status: 409, json: await json() };
      },
    });
    const headers = {
      cookie: await cookieOf(server),
      origin: `http://127.0.0.1:${server.port}`,
      'content-type': 'application/json',
    };
    const failed = await ask(server, '/x', { headers });
    expect([failed.status, failed.text]).toEqual([500, '{"message":"The disk is full."}']);
    const answered = await ask(server, '/x', { method: 'POST', headers, body: '[1]' });
    expect([answered.status, answered.text]).toEqual([409, '[1]']);
  });

  it('ends open streams when it closes', async () => {
    const server = await serve();
    const page = await open(server, '/events', { headers: { cookie: await cookieOf(server) } });
    const ended = once(page, 'close');
    page.resume();
    await server.close();
    await ended;
    await expect(ask(server, '/')).rejects.toThrow();
  });

  it('reports a port in use', async () => {
    const { port } = await serve();
    await expect(serve({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`);
  });
});
