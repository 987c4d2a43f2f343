import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchctlError } from '../../src/base/errors.js';
import { type RunningSandbox, serveSandbox } from '../../src/sandbox/serve.js';
import { ADMIN } from './harness.js';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await serveSandbox({ adminKey: ADMIN, allowedHosts: ['box.test', 'Other.test:81'] });
});
afterAll(() => sandbox.stop());

const authorization = `ApiKey ${ADMIN.id}:${ADMIN.secret}`;

/** A request with headers that `fetch` refuses. */
async function raw(path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  const sent = request({ port: sandbox.port, host: '127.0.0.1', path, headers });
  sent.end();
  const [response] = await once(sent, 'response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, body };
}

describe('a served sandbox', () => {
  it('listens on loopback', async () => {
    expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`);
    const health = await fetch(`${sandbox.url}/v1/health`);
    expect(await health.json()).toMatchObject({ ok: true });
    expect(health.headers.get('x-request-id')).toMatch(/^\w{20}$/);
  });

  it('answers HEAD, files and writes', async () => {
    const at = `${sandbox.url}/v1/landscapes/${sandbox.landscapeId}/versions/latest/tag-groups`;
    const headers = { authorization, 'content-type': 'application/json' };
    const made = await fetch(at, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'G', icon: 'bug', index: 0 }),
    });
    const { tagGroup } = (await made.json()) as { tagGroup: { id: string } };
    expect((await fetch(`${at}/${tagGroup.id}`, { method: 'HEAD', headers })).status).toBe(200);
    expect((await fetch(`${at}/nope`, { method: 'HEAD', headers })).status).toBe(404);
  });

  it('accepts only listed hosts', async () => {
    const status = async (host: string) => (await raw('/v1/health', { Host: host })).status;
    expect(await status(`localhost:${sandbox.port}`)).toBe(200);
    expect(await status(`[::1]:${sandbox.port}`)).toBe(200);
    expect(await status('box.test:9999')).toBe(200);
    expect(await status('other.test:81')).toBe(200);
    expect(await status('other.test:82')).toBe(421);
    expect(await status('evil.example')).toBe(421);
    expect(await status('localhost:1')).toBe(421);
  });

  it('rejects pages of other origins', async () => {
    const host = `127.0.0.1:${sandbox.port}`;
    expect((await raw('/v1/health', { Host: host, Origin: 'http://evil.example' })).status).toBe(403);
    expect((await raw('/v1/health', { Host: host, Origin: 'null' })).status).toBe(403);
    expect((await raw('/v1/health', { Host: host, Origin: sandbox.url })).status).toBe(200);
  });

  it('drops the connection when a fault is set', async () => {
    const control = { method: 'PUT', headers: { authorization } };
    await fetch(`${sandbox.url}/sandbox/faults`, { ...control, body: '{"dropRate":1}' });
    await expect(fetch(`${sandbox.url}/v1/organizations`, { headers: { authorization } })).rejects.toThrow(
      'fetch failed',
    );
    await fetch(`${sandbox.url}/sandbox/faults`, { ...control, body: '{"dropRate":0}' });
    expect((await fetch(`${sandbox.url}/v1/organizations`, { headers: { authorization } })).status).toBe(200);
  });

  it('survives invalid HTTP', async () => {
    const socket = connect(sandbox.port, '127.0.0.1');
    socket.write('this is not HTTP\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('400');
    expect((await fetch(`${sandbox.url}/v1/health`)).status).toBe(200);
  });

  it('suggests a free port when its own is taken', async () => {
    const error = await serveSandbox({ port: sandbox.port }).then(
      () => undefined,
      (thrown: ArchctlError) => thrown,
    );
    expect(error?.kind).toBe('usage');
    expect(error?.message).toBe(`Port ${sandbox.port} on 127.0.0.1 is in use.`);
    expect(error?.facts.hint).toMatch(/^Port \d+ is free/);
  });

  it('stops', async () => {
    const other = await serveSandbox({ seed: 'empty' });
    await fetch(`${other.url}/v1/health`);
    await other.stop();
    await expect(fetch(`${other.url}/v1/health`)).rejects.toThrow();
  });
});
