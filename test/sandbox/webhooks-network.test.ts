import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Schedule, timers } from '../../src/sandbox/schedule.js';
import { type RunningSandbox, serveSandbox } from '../../src/sandbox/serve.js';
import { postOverHttp } from '../../src/sandbox/webhooks/send.js';
import { ADMIN, FONTS, sandboxApi } from './harness.js';
import { digest } from './webhook-suite.js';

interface Got {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let address: string;
let got: Got[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  got = [];
  answer = (response) => void response.end('ok');
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    got.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    server.emit('got');
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const post = (url = `${address}/in`, signal = new AbortController().signal) =>
  postOverHttp({ url, headers: { 'Content-Type': 'application/json' }, body: '{"ü":1}', signal });

describe('a post', () => {
  it('sends the exact bytes and returns the status', async () => {
    answer = (response) => void response.writeHead(418).end('x'.repeat(10));
    expect(await post(`${address}/in?a=b`)).toEqual({ status: 418 });
    expect(got[0]).toMatchObject({
      method: 'POST',
      url: '/in?a=b',
      body: '{"ü":1}',
      headers: { 'content-type': 'application/json', 'content-length': '8' },
    });
  });

  it('does not follow redirects', async () => {
    answer = (response) => void response.writeHead(307, { Location: `${address}/other` }).end();
    expect(await post()).toEqual({ status: 307 });
    expect(got).toHaveLength(1);
  });

  it('does not read endless responses', async () => {
    answer = (response) => {
      const more = () => {
        while (response.write('x'.repeat(8_192)));
        response.once('drain', more);
      };
      response.writeHead(200);
      more();
    };
    expect(await post()).toEqual({ status: 200 });
  });

  it('fails without a listener, and when it is aborted', async () => {
    answer = () => undefined;
    const controller = new AbortController();
    const hanging = post(undefined, controller.signal);
    await once(server, 'got');
    controller.abort();
    await expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(post()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

/** Runs no task that is due after seconds: time limits of requests never apply. */
const withoutLimits: Schedule = (task, ms) => (ms < 5_000 ? timers(task, ms) : () => {});

describe('a sandbox on a port', () => {
  let sandbox: RunningSandbox;
  let suite: ReturnType<typeof sandboxApi>;
  let secret: string;
  beforeEach(async () => {
    sandbox = await serveSandbox({ adminKey: ADMIN, fontDir: FONTS, schedule: withoutLimits });
    suite = sandboxApi(sandbox);
    const body = { name: 'app', url: `${address}/hooks` };
    secret = (await suite.send('POST', '/sandbox/webhooks', { body })).body.secret;
  });
  const create = async () => {
    const [{ id: parentId }] = await suite.must('model.objects.list', {}, undefined, '?filter[type]=system');
    return suite.must('model.objects.create', {}, { name: 'App', type: 'app', parentId });
  };

  it('posts to an endpoint of this machine', async () => {
    const arrived = once(server, 'got');
    const made = await create();
    await arrived;
    const [event] = got;
    const { 'x-service-timestamp': timestamp, 'x-service-signature': signature } = event?.headers ?? {};
    expect(signature).toBe(digest(secret, String(timestamp), event?.body ?? ''));
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    expect(JSON.parse(event?.body ?? '')).toMatchObject({ resourceId: made.id, before: null, after: made });
    await sandbox.stop();
  });

  it('stops at once, whatever an endpoint does', async () => {
    answer = () => undefined;
    const arrived = once(server, 'got');
    await create();
    await arrived;
    // The attempt has no time limit here: only the end of the sandbox cancels it.
    await sandbox.stop();
  });
});
