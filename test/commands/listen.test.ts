import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../src/contract/webhook.js';
import { sign } from '../../src/webhooks/node-signature.js';
import type { ReadyRecord, WebhookRecord } from '../../src/webhooks/types.js';
import { ADMIN } from '../support/sandbox.js';
import { type Machine, machine, type RunOptions, type RunResult } from '../support/world.js';

const SECRET = 'a-signing-secret-of-the-listener';
const EVENT = {
  collection: 'model-object',
  operation: 'updated',
  organizationId: 'O',
  subscriptionId: 'S',
  resourceId: 'R',
  before: { name: 'Shop', landscapeId: 'L', commit: 1 },
  after: { name: 'Shop \u001b[31mred', landscapeId: 'L', commit: 2 },
};

/** No request is sent to the service here. */
const service = {
  clock: { now: () => new Date(), sleep: () => Promise.reject(new Error('Nothing waits.')) },
  transport: () => Promise.reject(new Error('Nothing is sent.')),
} as unknown as Parameters<typeof machine>[0];

const machines: Machine[] = [];
let here: Machine;
beforeEach(() => {
  here = machine(service);
  machines.push(here);
  here.signIn({ keyId: ADMIN.id, webhookSecrets: [{ name: 'main', secret: SECRET }] });
});
afterAll(() => Promise.all(machines.map((it) => it.remove())));

const post = (url: string, body: unknown, secret = SECRET): Promise<number> => {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const names = signatureHeaders();
  return fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [names.timestamp]: timestamp,
      [names.signature]: sign({ secret, timestamp, body: text }),
    },
    body: text,
  }).then(({ status }) => status);
};

/** Runs `webhook listen`; `work` gets the address once it listens. */
async function listen(
  options: readonly string[],
  work: (url: string, stop: () => void) => Promise<void>,
  run: RunOptions = {},
): Promise<RunResult> {
  let working: Promise<void> | undefined;
  const stopper = new AbortController();
  const ran = await here.run(['webhook', 'listen', '--port', '0', ...options], {
    ...run,
    signal: stopper.signal,
    onStdout: (text) => {
      const url = /http:\/\/[\d.]+:\d+\//.exec(text)?.[0];
      if (url !== undefined) working ??= work(url, () => stopper.abort());
    },
  });
  await working;
  return ran;
}

describe('webhook listen', () => {
  it('prints events as records, and ends after the requested number', async () => {
    const ran = await listen(['-o', 'ndjson', '--count', '2', '--operation', 'updated'], async (url) => {
      expect(await post(url, EVENT, 'another secret')).toBe(401);
      expect(await post(url, { ...EVENT, operation: 'created', before: null })).toBe(200);
      expect(await post(url, EVENT)).toBe(200);
      expect(await post(url, { ...EVENT, resourceId: 'Ü' })).toBe(200);
    });
    expect(ran.code).toBe(0);
    const records = ran.lines() as WebhookRecord[];
    expect(records.map(({ type }) => type)).toEqual(['ready', 'rejected', 'event', 'event', 'closing']);
    expect(records[0] as ReadyRecord).toMatchObject({ verifies: true, host: '127.0.0.1' });
    expect(records[1]).toMatchObject({ reason: 'mismatch', status: 401 });
    expect(records[2]).toMatchObject({
      version: 1,
      kept: true,
      verified: true,
      secretName: 'main',
      event: EVENT,
    });
    expect(records[3]).toMatchObject({ resourceId: 'Ü', event: { resourceId: 'Ü' } });
    expect(records[4]).toMatchObject({ reason: 'count', counts: { events: 2, unshown: 1, rejected: 1 } });
    expect(ran.stdout).not.toContain('\u001b');
    const kept = (await here.run(['webhook', 'events', 'list', '-o', 'json'])).json() as unknown[];
    expect(kept).toHaveLength(3);
  });

  it('prints a line per event on a terminal, and complete events on request', async () => {
    const ran = await listen(
      ['--count', '1', '--full'],
      async (url) => {
        await post(url, EVENT);
      },
      { tty: true, env: { NO_COLOR: '1' } },
    );
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^✓ Listening on http:\/\/127\.0\.0\.1:\d+\/\.$/m);
    expect(ran.stdout).toMatch(
      /^\d\d:\d\d:\d\d {2}\w{10} {2}✓ {2}model-object {2}updated {2}Shop \\x1b\[31mred {2}name: "Shop" → "Shop \\u001b\[31mred"$/m,
    );
    expect(ran.stdout).not.toMatch(/commit: 1/);
    expect(ran.stdout).toMatch(/"collection": "model-object"/);
    expect(ran.stdout).not.toContain('\u001b');
  });

  it('prints rows in a pipe, including the address', async () => {
    const ran = await listen(['--count', '1'], async (url) => {
      await post(url, EVENT);
    });
    expect(ran.stdout.split('\n').map((row) => row.split('\t').slice(1))).toEqual([
      ['ready', '', '', '', '', '', expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/), ''],
      ['event', 'model-object', 'updated', 'R', 'L', '', '', ''],
      ['closing', '', '', '', '', '', '', 'count'],
      [],
    ]);
  });

  it('prints the reason of a rejection in a pipe', async () => {
    const ran = await listen(['--count', '1'], async (url) => {
      await post(url, EVENT, 'another secret');
      await post(url, EVENT);
    });
    expect(ran.stdout).toMatch(/\trejected\t.*\t401\t\tmismatch\n/);
  });

  it('applies a query to each record', async () => {
    const ran = await listen(
      ['-o', 'ndjson', '--count', '1', '--query', 'url || resourceId'],
      async (url) => {
        await post(url, EVENT);
      },
    );
    expect(ran.lines().slice(1)).toEqual(['R', null]);
  });

  it('exits 7 if too few arrived in time, and 130 when it was stopped', async () => {
    const late = await listen(['-o', 'ndjson', '--count', '1', '--timeout', '0.05'], async () => {});
    expect(late.code).toBe(7);
    expect(late.error()).toMatchObject({
      kind: 'unavailable',
      message: 'Only 0 of 1 event arrived in time.',
    });
    const stopped = await listen(['-o', 'ndjson'], async (_, stop) => stop());
    expect(stopped.code).toBe(130);
    expect(stopped.lines().at(-1)).toMatchObject({ type: 'closing', reason: 'stopped' });
  });

  it.each([
    [['--respond', 'sometimes'], /--respond: "sometimes" is neither a status/],
    [['--respond', 'forward'], /No forward target is configured/],
    [['--tls-cert', 'cert.pem'], /--tls-cert and --tls-key must be used together/],
    [['--tls-cert', 'none.pem', '--tls-key', 'none.pem'], /cannot read none\.pem/],
    [['--match', 'a['], /^Syntax error in --match at position 3/],
    [['--forward-to', 'example.com:3000'], /is not a valid http\(s\) URL/],
  ])('rejects %j before it listens', async (options, message) => {
    const ran = await here.run(['webhook', 'listen', '--port', '0', ...options, '-o', 'json']);
    expect(ran.code).toBe(2);
    expect(ran.error().message).toMatch(message);
    expect(ran.stdout).toBe('');
  });

  it('does not start without a secret, and forwards nothing unverified by default', async () => {
    here.signIn({ webhookSecrets: [] });
    const bare = await here.run(['webhook', 'listen', '--port', '0', '-o', 'json']);
    expect(bare).toMatchObject({ code: 2, stdout: '' });
    expect(bare.error().hint).toContain('sandbox webhook add --name NAME --url URL --save-secret');
    const target = ['--forward-to', 'http://127.0.0.1:9/', '--allow-unverified'];
    const open = await here.run(['webhook', 'listen', '--port', '0', ...target, '-o', 'json']);
    expect(open.code).toBe(2);
    expect(open.error().message).toMatch(/Unverified events are not forwarded/);
  });
});
