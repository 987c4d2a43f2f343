import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadyRecord, WebhookRecord } from '../../src/webhooks/types.js';
import { type Home, home, type RunningProcess, type Sandbox } from '../support/binary.js';

/** A consumer that records what it receives. */
interface Consumer {
  url: string;
  got: { headers: NodeJS.Dict<string | string[]>; body: string }[];
  close(): Promise<void>;
}

async function consumer(): Promise<Consumer> {
  const got: Consumer['got'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.end('taken');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    got,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const records = ({ stdout }: Pick<RunningProcess, 'stdout'>): WebhookRecord[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WebhookRecord);

const readyOf = async (listener: RunningProcess): Promise<ReadyRecord> => {
  const [line] = await listener.until(/^\{"type":"ready".*$/m);
  return JSON.parse(line) as ReadyRecord;
};

let user: Home;
let sandbox: Sandbox;
let app: Consumer;
beforeAll(async () => {
  user = home();
  app = await consumer();
  sandbox = await user.sandbox('--ephemeral');
});
afterAll(async () => {
  await app.close();
  await user.remove();
});

describe('sandbox, listen, forward, replay', () => {
  it('deliver an event from a change to the consumer, and again from the event store', async () => {
    const listener = user.start([
      ...['webhook', 'listen', '--port', '0', '-p', 'sandbox', '-o', 'ndjson', '--allow-unverified'],
      ...['--insecure-forward', '--forward-to', app.url],
    ]);
    const { url } = await readyOf(listener);
    const added = await user.run([
      ...['sandbox', 'webhook', 'add', '--name', 'e2e', '--url', url, '--save-secret', '-o', 'json'],
    ]);
    expect(added).toMatchObject({ code: 0 });
    listener.child.kill('SIGINT');
    expect(await listener.ended).toMatchObject({ code: 130 });

    // With the secret in the profile, the next listener on the same port verifies.
    const port = new URL(url).port;
    const verified = user.start([
      ...[
        'webhook',
        'listen',
        '--port',
        port,
        '-p',
        'sandbox',
        '-o',
        'ndjson',
        '--forward-to',
        app.url,
        '--count',
        '1',
      ],
    ]);
    expect(await readyOf(verified)).toMatchObject({ verifies: true, port: Number(port) });
    const root = JSON.parse(
      (await user.run(['object', 'list', '--type', 'root', '-o', 'json', '-p', 'sandbox'])).stdout,
    ) as { id: string }[];
    const created = await user.run([
      ...[
        'object',
        'create',
        '--name',
        'Quay \u001b[31mCameras',
        '--type',
        'system',
        '--parent',
        root[0]?.id ?? '',
        '-o',
        'json',
        '-p',
        'sandbox',
      ],
    ]);
    expect(created).toMatchObject({ code: 0 });
    const object = JSON.parse(created.stdout) as { id: string };
    expect(await verified.ended).toMatchObject({ code: 0 });

    const printed = records(verified);
    expect(printed.map(({ type }) => type)).toEqual(['ready', 'event', 'forwarded', 'closing']);
    expect(printed[1]).toMatchObject({
      version: 1,
      verified: true,
      collection: 'model-object',
      operation: 'created',
      resourceId: object.id,
      duplicate: false,
    });
    expect(printed[2]).toMatchObject({ status: 200 });
    expect(app.got).toHaveLength(1);
    const [first] = app.got;
    expect(first?.headers['x-service-signature']).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      resourceId: object.id,
      before: null,
      operation: 'created',
    });

    const listed = await user.run(['webhook', 'events', 'list', '-o', 'json']);
    const [kept] = JSON.parse(listed.stdout) as { id: string; resourceId: string }[];
    expect(kept).toMatchObject({ resourceId: object.id });
    const replayed = await user.run([
      'webhook',
      'replay',
      kept?.id ?? '',
      '--to',
      app.url,
      '--as-received',
      '-o',
      'json',
    ]);
    expect(replayed).toMatchObject({ code: 0 });
    expect(app.got).toHaveLength(2);
    expect(app.got[1]?.body).toBe(first?.body);
    expect(app.got[1]?.headers['x-service-signature']).toBe(first?.headers['x-service-signature']);
  });

  it('a port in use suggests another one; a missing secret is a usage error that lists the remedies', async () => {
    const taken = new URL(app.url).port;
    const refused = await user.run(['webhook', 'listen', '--port', taken, '-p', 'sandbox']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/in use[\s\S]*\d+/) });
    const bare = await user.run(['webhook', 'listen', '--port', '0'], {
      env: { ARCHCTL_CONFIG_DIR: `${user.directory}/none` },
    });
    expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining('webhook secret set') });
  });

  it('a broken event is rejected, and trigger reports it by its exit code', async () => {
    const listener = user.start([
      'webhook',
      'listen',
      '--port',
      '0',
      '-p',
      'sandbox',
      '-o',
      'ndjson',
      '--no-keep',
    ]);
    const { url } = await readyOf(listener);
    const good = await user.run(['webhook', 'trigger', '--to', url, '-p', 'sandbox', '-o', 'json']);
    expect(good).toMatchObject({ code: 0 });
    for (const fault of ['signature', 'timestamp', 'body', 'headers']) {
      const ran = await user.run([
        'webhook',
        'trigger',
        '--to',
        url,
        '-p',
        'sandbox',
        '--break',
        fault,
        '-o',
        'json',
      ]);
      expect(ran, fault).toMatchObject({ code: 0 });
      expect(JSON.parse(ran.stdout), fault).toMatchObject([{ status: 401, answer: '' }]);
    }
    const json = await user.run([
      'webhook',
      'trigger',
      '--to',
      url,
      '-p',
      'sandbox',
      '--break',
      'json',
      '-o',
      'json',
    ]);
    expect(JSON.parse(json.stdout)).toMatchObject([{ status: 400 }]);
    // The reasons appear only here.
    const reasons = records(listener).flatMap((it) => (it.type === 'rejected' ? [it.reason] : []));
    expect(reasons).toEqual(['mismatch', 'stale', 'mismatch', 'missing-signature', 'not-json']);
    const silent = await user.run([
      'webhook',
      'listen',
      '--port',
      '0',
      '-p',
      'sandbox',
      '--count',
      '1',
      '--timeout',
      '0.1',
      '-o',
      'ndjson',
    ]);
    expect(silent).toMatchObject({ code: 7 });
    listener.child.kill('SIGINT');
    await listener.ended;
  });

  it('subscriptions of the sandbox need a plan with webhooks', async () => {
    const other = home();
    try {
      const growth = await other.sandbox('--ephemeral', '--seed', 'empty', '--plan', 'growth');
      const refused = await other.run([
        'sandbox',
        'webhook',
        'add',
        '--name',
        'x',
        '--url',
        'https://hooks.test/',
      ]);
      expect(growth.plan).toBe('growth');
      expect(refused).toMatchObject({ code: 3, stderr: expect.stringMatching(/plan/i) });
    } finally {
      await other.remove();
    }
  });
});

it('no output of any of them contains the secret of the sandbox', async () => {
  const { webhookSecrets = [] } = user.profile('sandbox');
  const [saved] = webhookSecrets;
  expect(saved?.secret).toMatch(/./);
  expect(sandbox.process.stdout).not.toContain(saved?.secret);
  const shown = await user.run(['profile', 'show', 'sandbox', '-o', 'json']);
  expect(shown.stdout).not.toContain(saved?.secret);
  const signed = await user.run(['webhook', 'sign', '--file', '-', '--curl', '-p', 'sandbox'], {
    stdin: '{}',
  });
  expect(signed).toMatchObject({ code: 0 });
  expect(signed.stdout).toContain('curl -X POST');
  expect(signed.stdout).not.toContain(saved?.secret);
});
