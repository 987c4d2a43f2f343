/** Access to a sandbox from other machines and under other names. */

import { once } from 'node:events';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import type { ArchctlError } from '../../src/base/errors.js';
import { hostName } from '../../src/base/network/host-names.js';
import { isLoopback } from '../../src/base/network/loopback.js';
import { parseBaseUrl } from '../../src/client/send/base-url.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { type RunningSandbox, type ServeOptions, serveSandbox } from '../../src/sandbox/serve.js';
import { ADMIN } from './harness.js';

const authorization = `ApiKey ${ADMIN.id}:${ADMIN.secret}`;

let served: RunningSandbox | undefined;
const serve = async (options: ServeOptions = {}): Promise<RunningSandbox> => {
  served = await serveSandbox({ adminKey: ADMIN, seed: 'empty', ...options });
  return served;
};
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

/** Sends a request with an unchanged target and unchanged headers. */
async function raw(
  host: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; code: string | undefined }> {
  const sent = request({ port: served?.port, host, path, headers: { authorization, ...headers } });
  sent.end();
  const [response] = await once(sent, 'response');
  let body = '';
  for await (const chunk of response) body += chunk;
  const { code } = (body === '' ? {} : JSON.parse(body)) as { code?: string };
  return { status: response.statusCode, code };
}

/** An address of this machine that is not loopback. Tests that need one are skipped without it. */
const outer = Object.values(networkInterfaces())
  .flat()
  .find((it) => it?.internal === false && it.family === 'IPv4')?.address;

/** Spellings of `/sandbox/state` that routers accept, and some that are invalid. */
const SPELLINGS = [
  '/sandbox/state',
  '/%73andbox/state',
  '/%73%61%6e%64%62%6f%78/%73tate',
  '/./sandbox/state',
  '/v1/../sandbox/state',
  '/v1/%2e%2e/sandbox/state',
  '/sandbox/./state',
  '/sandbox/webhooks',
  '/%73andbox/webhooks/deliveries',
  '/sandbox/nothing-there',
];

describe('the control API', () => {
  it('accepts this machine', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
    expect([undefined, '10.0.0.1', '::ffff:10.0.0.1', '1127.0.0.1'].some(isLoopback)).toBe(false);
  });

  it('rejects other machines with the admin key, however the path is spelt', async () => {
    const sandbox = await createSandbox({ adminKey: ADMIN, seed: 'empty' });
    const ask = async (path: string, address: string | undefined) =>
      sandbox.fetch(new Request(`http://sandbox.test${path}`, { headers: { authorization } }), { address });
    for (const path of SPELLINGS) {
      for (const address of ['10.0.0.1', '::ffff:10.0.0.1', undefined]) {
        expect((await ask(path, address)).status, path).toBe(403);
      }
      expect((await ask(path, '127.0.0.1')).status, path).toBe(path.endsWith('there') ? 404 : 200);
    }
    expect((await ask('/v1/organizations', '10.0.0.1')).status).toBe(200);
    await sandbox.close();
  });

  it.skipIf(outer === undefined)('rejects them on the wire, also with absolute URLs', async () => {
    const { port } = await serve({ host: '0.0.0.0' });
    const here = `${outer}:${port}`;
    for (const path of [...SPELLINGS, `http://${here}/sandbox/state`, `http://${here}/%73andbox/state`]) {
      expect(await raw(outer ?? '', path), path).toEqual({ status: 403, code: 'remote-control' });
    }
    for (const path of [`//sandbox/state`, '/SANDBOX/state', '/sandbox%2fstate']) {
      expect((await raw(outer ?? '', path)).status, path).not.toBe(200);
    }
    expect((await raw('127.0.0.1', '/%73andbox/state')).status).toBe(200);
  });
});

describe('the host name of a sandbox', () => {
  it('is checked in an absolute URL as well', async () => {
    const { port } = await serve();
    const status = async (path: string, host = `127.0.0.1:${port}`) =>
      (await raw('127.0.0.1', path, { Host: host })).status;
    expect(await status(`http://localhost:${port}/v1/organizations`)).toBe(200);
    expect(await status(`http://evil.example/v1/organizations`)).toBe(421);
    expect(await status(`http://evil.example:${port}/v1/organizations`)).toBe(421);
    // URLs of files would begin with it.
    expect(await status(`https://127.0.0.1:${port}/v1/organizations`)).toBe(421);
    expect(await status(`http://127.0.0.1:${port}/v1/organizations`, 'evil.example')).toBe(421);
  });

  it('is a loopback address in its output, whatever it listens on', async () => {
    const urlOf = async (host: string) => {
      const { url, port, stop } = await serve({ host });
      served = undefined;
      expect((await fetch(`${url}/v1/health`)).status).toBe(200);
      // A client accepts it: plain http stays on this machine.
      parseBaseUrl(url);
      await stop();
      return url.replace(`:${port}`, '');
    };
    expect(await urlOf('127.0.0.1')).toBe('http://127.0.0.1');
    expect(await urlOf('0.0.0.0')).toBe('http://127.0.0.1');
    expect(await urlOf('0')).toBe('http://127.0.0.1');
    expect(await urlOf('::')).toBe('http://[::1]');
    expect(await urlOf('::1')).toBe('http://[::1]');
    expect(await urlOf('localhost')).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\])$/);
    if (outer !== undefined) expect(await urlOf(outer)).toBe('http://127.0.0.1');
  });

  it.skipIf(outer === undefined)('may be the address of the connection, and no other', async () => {
    const { port } = await serve({ host: '0.0.0.0' });
    const status = async (Host: string) => (await raw(outer ?? '', '/v1/organizations', { Host })).status;
    expect(await status(`${outer}:${port}`)).toBe(200);
    expect(await status(`${outer}:1`)).toBe(421);
    expect(await status(`0.0.0.0:${port}`)).toBe(421);
    expect(await status(`0:${port}`)).toBe(421);
    expect(await status(`box.test:${port}`)).toBe(421);
  });

  it('may be an allowed name', async () => {
    const allowedHosts = ['Box.Test', 'other.test:81', 'plain.test:80', '::2', 'bücher.test'];
    const { port } = await serve({ host: '0.0.0.0', allowedHosts });
    const status = async (Host: string) => (await raw('127.0.0.1', '/v1/organizations', { Host })).status;
    for (const host of ['box.test', `BOX.test:${port}`, 'other.test:81', 'plain.test', '[::2]:9']) {
      expect(await status(host), host).toBe(200);
    }
    expect(await status('xn--bcher-kva.test')).toBe(200);
    for (const host of ['other.test', 'plain.test:81', 'box.test.evil.example', 'box.test/x', 'u@box.test']) {
      expect(await status(host), host).toBeGreaterThanOrEqual(400);
    }
  });

  it('is rejected if it is not a host', async () => {
    const kindOf = (options: ServeOptions) =>
      serveSandbox({ seed: 'empty', ...options }).then(
        async ({ stop }) => {
          await stop();
          return 'served';
        },
        (error: ArchctlError) => error.kind,
      );
    for (const name of ['', 'http://box.test', 'box.test/', 'a b', 'box.test:', 'box.test:99999', '*']) {
      expect(await kindOf({ allowedHosts: [name] }), name).toBe('usage');
    }
    expect(await kindOf({ host: '' })).toBe('usage');
    expect(await kindOf({ host: '203.0.113.77' })).toBe('usage');
  });

  it('is compared in the spelling of URLs', () => {
    expect(hostName('LOCALHOST')).toBe('localhost');
    expect(hostName('::1', 80)).toBe('[::1]:80');
    expect(hostName('[::1]:007')).toBe('[::1]:7');
    expect(hostName('0x7f.1', 80)).toBe('127.0.0.1:80');
  });
});
