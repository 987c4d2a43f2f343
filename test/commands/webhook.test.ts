import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/webhooks/kept/frame.js';
import { openName } from '../../src/webhooks/kept/segments.js';
import { parseEvent } from '../../src/webhooks/parse-event.js';
import { sign, verify } from '../../src/webhooks/signature.js';
import { encodeFrame } from '../support/frames.js';
import { testClock } from '../support/sandbox.js';
import { type Machine, machine, type Ran, type RunOptions } from '../support/world.js';

/** What no output may hold. */
const SECRET = 'whsec_TopS3cretOfHooks';
const OTHER = 'whsec_AnotherS3cret';
const clock = testClock(async () => true);
const NOW = Math.floor(clock.now().getTime() / 1000);
const EVENT = {
  collection: 'model-object',
  operation: 'updated',
  organizationId: 'O',
  subscriptionId: 'SUB1',
  resourceId: 'R',
  before: { name: 'A' },
  after: { name: 'Größe' },
};
const BODY = JSON.stringify(EVENT);

let here: Machine;
const machines: Machine[] = [];
beforeEach(() => {
  here = machine({
    clock,
    transport: async () => {
      throw new Error('The service is not asked.');
    },
  });
  machines.push(here);
  here.signIn({ webhookSecrets: [{ name: 'old', secret: SECRET }] });
});
afterAll(() => {
  for (const it of machines) it.remove();
});
const webhook = (words: string, more: readonly string[] = [], options?: RunOptions): Promise<Ran> =>
  here.run(['webhook', ...words.split(' '), ...more], options);

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
}
/** A server of the user that follows the rules. */
const received: Received[] = [];
let answers: number[] = [];
const consumer = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const { method, url, headers, rawHeaders } = request;
    received.push({ method, url, headers, rawHeaders, body });
    response.statusCode = answers.shift() ?? (reasonOf({ headers, body }) === 'ok' ? 200 : 401);
    response.end('thanks');
  });
});
let target = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    consumer.listen(0, '127.0.0.1', resolve);
  });
  target = `http://127.0.0.1:${(consumer.address() as AddressInfo).port}/hooks?a=1`;
});
afterAll(() => {
  consumer.closeAllConnections();
  consumer.close();
});
beforeEach(() => {
  received.length = 0;
  answers = [];
});
const reasonOf = ({ headers, body }: Pick<Received, 'headers' | 'body'>): string => {
  const checked = verify({
    secrets: [SECRET, OTHER],
    signature: String(headers['x-service-signature'] ?? ''),
    timestamp: String(headers['x-service-timestamp'] ?? ''),
    body,
    now: clock.now().getTime() / 1000,
  });
  if (!checked.ok) return checked.reason;
  const event = parseEvent(body);
  return event.ok ? 'ok' : event.reason;
};
/** A port that was free just now. */
const NOWHERE = 'http://127.0.0.1:9/';

let counter = 0;
/** Keeps an event that came so many seconds ago. */
const keep = (ago: number, more: Partial<NewEvent> = {}): string => {
  const at = clock.now().getTime() - ago * 1000;
  const id =
    more.id ??
    `evt_${at.toString(36).padStart(9, '0')}test${(counter++ % 1296).toString(36).padStart(2, '0')}`;
  const body = more.body ?? Buffer.from(BODY);
  const directory = join(here.state, 'webhook-events');
  mkdirSync(directory, { recursive: true });
  const frame = encodeFrame({
    receivedAt: new Date(at).toISOString(),
    ...{ verified: true, secretName: 'old', duplicate: false, unknown: [], landscapeId: null },
    ...{ collection: 'model-object', operation: 'updated', resourceId: 'R', organizationId: 'O' },
    ...{ subscriptionId: 'SUB1', timestamp: NOW, method: 'POST', path: '/', signature: null },
    rawHeaders: ['Host', 'old.test', 'X-SERVICE-signature', 'old', 'x-service-timestamp', '1', 'X-Kept', 'a'],
    ...more,
    id,
    body,
    size: body.byteLength,
  });
  writeFileSync(join(directory, openName(id)), frame);
  return id;
};

describe('webhook verify', () => {
  const signature = sign({ secret: SECRET, timestamp: NOW, body: BODY });
  const given = (more: Record<string, string | undefined> = {}): string[] => {
    const options = { file: 'body.json', signature, timestamp: String(NOW), ...more };
    return Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    );
  };
  beforeEach(() => {
    here.write('body.json', BODY);
  });

  it('names the secret that fits', async () => {
    const ran = await webhook('verify -o json', given());
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.json()).toEqual({
      valid: true,
      secret: 'old',
      timestamp: NOW,
      bytes: Buffer.byteLength(BODY),
    });
    const piped = await webhook('verify -o json', given({ file: undefined }), { stdin: BODY });
    expect(piped.json()).toMatchObject({ valid: true });
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['missing-signature', { signature: undefined }],
    ['missing-timestamp', { timestamp: undefined }],
    ['malformed-signature', { signature: signature.toUpperCase() }],
    ['malformed-timestamp', { timestamp: '2026-03-10' }],
    ['stale', { at: String(NOW + 301) }],
    ['future', { at: String(NOW - 301) }],
    ['mismatch', { file: 'changed.json' }],
  ])('%s', async (reason, more) => {
    here.write('changed.json', `${BODY}\n`);
    const ran = await webhook('verify -o json', given(more));
    expect(ran.code).toBe(8);
    expect(ran.json()).toMatchObject({ valid: false, reason, message: expect.stringMatching(/\.$/) });
    expect(ran.error()).toMatchObject({ kind: 'check' });
    const table = await webhook('verify -o table', given(more));
    expect(table.code).toBe(8);
    expect(table.stdout).toContain(reason);
  });

  it('says other-subscription for a secret that is bound to another', async () => {
    here.signIn({ webhookSecrets: [{ name: 'bound', secret: SECRET, subscriptionId: 'SUB2' }] });
    const ran = await webhook('verify -o json', given());
    expect(ran.code).toBe(8);
    expect(ran.json()).toMatchObject({ valid: false, reason: 'other-subscription' });
  });

  it('keeps to its tolerance, as of a time that was told', async () => {
    for (const [at, code] of [
      [String(NOW + 300), 0],
      [new Date((NOW + 300) * 1000).toISOString(), 0],
      [new Date((NOW + 301) * 1000).toISOString(), 8],
      ['soon', 2],
    ] as const)
      expect((await webhook('verify -o json', given({ at }))).code, at).toBe(code);
    expect((await webhook('verify', given({ at: String(NOW + 11), tolerance: '10' }))).code).toBe(8);
  });

  it('takes a whole saved request, of any kind', async () => {
    const headers = { 'X-Service-Signature': signature, 'X-Service-Timestamp': String(NOW) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    here.write('raw.txt', ['POST / HTTP/1.1', ...lines, '', BODY].join('\r\n'));
    here.write('saved.json', JSON.stringify({ headers, body: BODY }));
    here.write(
      'verbose.txt',
      [...['POST / HTTP/1.1', ...lines, ''].map((it) => `> ${it}`), '< HTTP/1.1 401'].join('\n'),
    );
    for (const more of [
      ['--request', 'raw.txt'],
      ['--request', 'saved.json'],
      ['--request', 'verbose.txt', '--file', 'body.json'],
    ]) {
      const ran = await webhook('verify -o json', more);
      expect(ran.json(), more.join(' ')).toMatchObject({ valid: true, secret: 'old' });
    }
    const raw = here.read('raw.txt');
    expect((await webhook('verify -o json --request -', [], { stdin: raw })).json()).toMatchObject({
      valid: true,
    });
    const headless = await webhook('verify --request -', [], { stdin: here.read('verbose.txt') });
    expect(headless.code).toBe(2);
    expect(headless.stderr).toContain('--file');
    here.write('raw.txt', raw.replace('"A"', '"B"'));
    expect((await webhook('verify -o json --request raw.txt')).json()).toMatchObject({ reason: 'mismatch' });
    here.write('raw.txt', raw.replace('\r\n\r\n', `\r\n${lines[0]}\r\n\r\n`));
    expect((await webhook('verify -o json --request raw.txt')).json()).toMatchObject({
      reason: 'malformed-signature',
    });
  });

  it('needs a secret, and files that are there', async () => {
    expect((await webhook('verify', given({ file: 'none.json' }))).code).toBe(2);
    expect((await webhook('verify', given({ 'secret-file': 'none.txt' }))).code).toBe(2);
    here.signIn({});
    const ran = await webhook('verify', given());
    expect(ran.code).toBe(2);
    for (const way of ['webhook secret set', '--secret-file', 'ARCHCTL_WEBHOOK_SECRET'])
      expect(ran.stderr).toContain(way);
    const env = { ARCHCTL_WEBHOOK_SECRET: SECRET };
    expect((await webhook('verify -o json', given(), { env })).json()).toMatchObject({
      secret: 'environment',
    });
    here.write('secret.txt', `${SECRET}\n`);
    const file = await webhook('verify -o json', given({ 'secret-file': 'secret.txt' }), {
      env: { ARCHCTL_WEBHOOK_SECRET: OTHER },
    });
    expect(file.json()).toMatchObject({ secret: 'file' });
  });
});

describe('webhook sign', () => {
  it('gives headers that verify', async () => {
    here.write('body.json', BODY);
    const ran = await webhook('sign --file body.json -o json');
    expect(ran).toMatchObject({ code: 0 });
    const headers = ran.json() as Record<string, string>;
    expect(Object.keys(headers)).toEqual(['Content-Type', 'X-Service-Signature', 'X-Service-Timestamp']);
    expect(headers['X-Service-Timestamp']).toBe(String(NOW));
    const back = await webhook('verify --file body.json -o json', [
      ...['--signature', headers['X-Service-Signature'] ?? '', '--timestamp', String(NOW)],
    ]);
    expect(back.code).toBe(0);
  });

  it('gives what openssl gives', async () => {
    // printf '%s.%s' 1767225600 '{"a":1}' | openssl dgst -sha256 -hmac whsec_3b1f9c
    const digest = 'a49a27b9561ffcbb42750b9fc357a6419d6b2cf75a4bc084b48aa1badc6e9f4a';
    const ran = await webhook('sign --timestamp 1767225600 --header-prefix X-Other -o json', [], {
      stdin: '{"a":1}',
      env: { ARCHCTL_WEBHOOK_SECRET: 'whsec_3b1f9c' },
    });
    expect(ran.json()).toMatchObject({ 'X-Other-Signature': digest, 'X-Other-Timestamp': '1767225600' });
  });

  it('gives a curl command without the secret, whose signature verifies', async () => {
    here.write('body.json', BODY);
    for (const [argv, options, data] of [
      ['sign --curl', { stdin: BODY }, `--data-raw '${BODY}'`],
      ['sign --curl --file body.json', {}, "--data-binary '@body.json'"],
    ] as const) {
      const { code, stdout } = await webhook(argv, ['--to', target], options);
      expect(code).toBe(0);
      expect(stdout).not.toContain(SECRET);
      expect(stdout).toContain(`curl -X POST '${target}'`);
      expect(stdout).toContain(data);
      const value = (name: string) => new RegExp(`-H '${name}: ([^']+)'`).exec(stdout)?.[1];
      const [signature, timestamp] = [value('X-Service-Signature'), value('X-Service-Timestamp')];
      expect(verify({ secrets: SECRET, signature, timestamp, body: BODY, now: NOW }).ok).toBe(true);
    }
  });

  it('puts no bytes into a command that a terminal or a shell would take for something else', async () => {
    for (const stdin of ['{"a":"\u001b[2J"}', '{"a":"\u0000"}', '{"a":"\u009b2J"}', '{"a":"\u202e"}']) {
      const ran = await webhook('sign --curl', [], { stdin });
      expect(ran).toMatchObject({ code: 2, stdout: '' });
      expect(ran.stderr).toContain('--file');
      here.write('odd.json', stdin);
      expect((await webhook('sign --curl --file odd.json')).code).toBe(0);
    }
    expect((await webhook('sign --curl', [], { stdin: `${BODY}\n\t` })).code).toBe(0);
  });
});

describe('webhook trigger', () => {
  const trigger = (...more: string[]) => webhook('trigger -o json', ['--to', target, ...more]);

  it('sends one realistic event that verifies', async () => {
    const ran = await trigger('--set', 'after.name=Shop', '--set', 'before.labels.env="x"');
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.json()).toEqual([{ status: 200, ms: expect.any(Number), answer: 'thanks' }]);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', url: '/hooks?a=1' });
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      host: new URL(target).host,
    });
    expect(JSON.parse(String(received[0]?.body))).toMatchObject({
      ...{ collection: 'model-object', operation: 'updated' },
      after: { name: 'Shop' },
      before: { labels: { env: 'x' } },
    });
    expect(JSON.stringify(received)).not.toContain(SECRET);
  });

  it.each(
    ['model-object', 'model-connection'].flatMap((collection) =>
      ['created', 'updated', 'deleted'].map((operation) => [collection, operation]),
    ),
  )('sends a %s that was %s', async (collection = '', operation = '') => {
    expect((await trigger('--collection', collection, '--operation', operation)).code).toBe(0);
    expect(JSON.parse(String(received[0]?.body))).toMatchObject({ collection, operation });
  });

  it('sends what it is given', async () => {
    const event = { ...EVENT, collection: 'flow', extra: [1] };
    here.write('event.yaml', JSON.stringify(event));
    expect((await trigger('--data', '@event.yaml', '--set', 'resourceId=R2')).code).toBe(0);
    expect(JSON.parse(String(received[0]?.body))).toEqual({ ...event, resourceId: 'R2' });
  });

  it('sends many, at a rate', async () => {
    const waited = clock.waits.length;
    const ran = await trigger('--count', '5', '--rate', '10');
    expect((ran.json() as unknown[]).length).toBe(5);
    expect(received.map(reasonOf)).toEqual(Array.from({ length: 5 }, () => 'ok'));
    expect(clock.waits.slice(waited)).toEqual([100, 100, 100, 100]);
  });

  it.each([
    ['signature', 'mismatch'],
    ['timestamp', 'stale'],
    ['body', 'mismatch'],
    ['json', 'not-json'],
    ['headers', 'missing-signature'],
  ])('with --break %s is refused for %s: that is well', async (broken, reason) => {
    expect((await trigger('--break', broken)).code).toBe(0);
    expect(received.map(reasonOf)).toEqual([reason]);
  });

  it('with --break is a finding where it is accepted', async () => {
    answers = [401, 200];
    const ran = await trigger('--break', 'signature', '--count', '2');
    expect(ran.code).toBe(8);
    expect(ran.error().message).toContain('1 of 2');
    expect((ran.json() as { status: number }[]).map(({ status }) => status)).toEqual([401, 200]);
  });

  it('says by its exit code how it went', async () => {
    answers = [200, 500];
    const refused = await trigger('--count', '2');
    expect(refused.code).toBe(5);
    expect(refused.error().message).toContain('1 of 2');
    const silent = await webhook('trigger -o json --to', [NOWHERE]);
    expect(silent.code).toBe(7);
    expect(silent.error().message).toContain('is your server running on http://127.0.0.1:9?');
    const broken = await webhook('trigger -o json --break body --to', [NOWHERE]);
    expect(broken.code).toBe(7);
  });

  it.each([
    ['an address of another kind', ['--to', 'ftp://x/'], '--to'],
    ['a path through a text', ['--set', 'resourceId.x=1'], 'resourceId.x'],
    ['another way to break it', ['--break', 'all'], 'signature'],
    ['no number', ['--count', '0'], '--count'],
  ])('refuses %s', async (_, more, told) => {
    const ran = await trigger(...more);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(told);
    expect(received).toEqual([]);
  });

  it('sends nothing with --dry-run', async () => {
    const ran = await trigger('--dry-run');
    expect(ran.code).toBe(0);
    expect(received).toEqual([]);
    const { headers, body } = ran.json() as { headers: Record<string, string>; body: string };
    const [signature, timestamp] = [headers['X-Service-Signature'], headers['X-Service-Timestamp']];
    expect(verify({ secrets: SECRET, signature, timestamp, body, now: NOW }).ok).toBe(true);
    expect(ran.stdout).not.toContain(SECRET);
  });
});

describe('webhook replay', () => {
  const replay = (...more: string[]) => webhook('replay -o json', ['--to', target, ...more]);
  const ODD = Buffer.from('00ff0d0a80', 'hex');

  it('--as-received sends the exact bytes and headers', async () => {
    const id = keep(1000, { body: ODD, method: 'PUT' });
    answers = [204];
    const ran = await replay(id, '--as-received');
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.json()).toMatchObject([{ id, status: 204 }]);
    expect(received[0]).toMatchObject({ method: 'PUT', body: ODD });
    expect(received[0]?.rawHeaders.join()).toContain(
      'X-SERVICE-signature,old,x-service-timestamp,1,X-Kept,a',
    );
    expect(received[0]?.headers.host).toBe(new URL(target).host);
  });

  it('signs anew with a fresh timestamp', async () => {
    const id = keep(1000);
    const ran = await replay(id.slice(0, -1));
    expect(ran).toMatchObject({ code: 0 });
    expect(received[0]?.headers).toMatchObject({ 'x-service-timestamp': String(NOW), 'x-kept': 'a' });
    expect(received[0]?.body.equals(Buffer.from(BODY))).toBe(true);
    expect(received.map(reasonOf)).toEqual(['ok']);
  });

  it('signs with the secret of the subscription', async () => {
    here.signIn({
      webhookSecrets: [
        { name: 'first', secret: SECRET },
        { name: 'bound', secret: OTHER, subscriptionId: 'SUB1' },
      ],
    });
    await replay(keep(1000));
    const body = received[0]?.body ?? ODD;
    expect(received[0]?.headers['x-service-signature']).toBe(sign({ secret: OTHER, timestamp: NOW, body }));
  });

  it('without a secret sends what came, and says so', async () => {
    here.signIn({});
    keep(1000);
    const ran = await replay('--last', '1');
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain('no secret');
    expect(received[0]?.headers['x-service-signature']).toBe('old');
    expect((await replay('--last', '1', '--re-sign')).code).toBe(2);
  });

  it('--last and --since go from old to new', async () => {
    const ids = [4000, 3000, 2000, 1000].map((ago) => keep(ago));
    const sent = async (...more: string[]) =>
      ((await replay(...more)).json() as { id: string }[]).map(({ id }) => id);
    expect(await sent('--last', '2')).toEqual(ids.slice(2));
    expect(await sent('--since', '3500s')).toEqual(ids.slice(1));
    expect(await sent('--since', '1h', '--last', '1')).toEqual(ids.slice(3));
    const deleted = keep(2500, { operation: 'deleted' });
    expect(await sent('--last', '9', '--operation', 'deleted')).toEqual([deleted]);
    // Ids that are named go in their own order.
    expect(await sent(ids[3] ?? '', ids[0] ?? '')).toEqual([ids[3], ids[0]]);
  });

  describe('--edit', () => {
    const edit = async (script: string, ...more: string[]): Promise<Ran> => {
      here.write(
        'editor.mjs',
        `#!${process.execPath}\nimport * as fs from 'node:fs';\nconst file = process.argv.at(-1);\n${script}`,
      );
      chmodSync(join(here.cwd, 'editor.mjs'), 0o700);
      const env = { VISUAL: join(here.cwd, 'editor.mjs') };
      return here.run(['webhook', 'replay', '--to', target, '--edit', ...more], { tty: true, env });
    };

    it('sends what the editor left, signed anew, one after the other', async () => {
      const ids = [keep(2000), keep(1000)];
      // Fails where another editor is open.
      const lock = JSON.stringify(join(here.cwd, 'lock'));
      const ran = await edit(
        `fs.mkdirSync(${lock});
        if ((fs.statSync(file).mode & 0o777) !== 0o600) process.exit(3);
        fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"R"', '"R-edited"'));
        fs.rmdirSync(${lock});`,
        ...ids,
      );
      expect(ran.stderr).not.toContain('did not end well');
      expect(ran.code).toBe(0);
      expect(received.map(reasonOf)).toEqual(['ok', 'ok']);
      for (const { body } of received)
        expect(JSON.parse(String(body))).toEqual({ ...EVENT, resourceId: 'R-edited' });
    });

    it.each([
      ['no JSON', 'fs.writeFileSync(file, "{")', 'not JSON'],
      ['an editor that failed', 'process.exit(1)', 'did not end well'],
    ])('sends nothing after %s', async (_, script, told) => {
      const ran = await edit(script, keep(1000));
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain(told);
      expect(received).toEqual([]);
    });

    it('says so where the editor is not there', async () => {
      const id = keep(1000);
      const env = { VISUAL: join(here.cwd, 'none'), EDITOR: 'true' };
      const ran = await here.run(['webhook', 'replay', id, '--edit', '--to', target], { tty: true, env });
      expect(ran.code).toBe(2);
      expect(received).toEqual([]);
    });
  });

  it('refuses what is unknown or contradicts itself', async () => {
    const id = keep(1000);
    const unknown = await replay('evt_none');
    expect(unknown.code).toBe(4);
    expect(unknown.error()).toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('evt_none'),
    });
    keep(900);
    for (const more of [
      [],
      [id, '--last', '1'],
      [id, '--re-sign', '--as-received'],
      [id, '--edit', '--as-received'],
      [id, '--edit'],
      ['evt_'],
      ['--since', '1s'],
    ]) {
      const ran = await replay(...more);
      expect(ran.code, more.join(' ')).toBe(2);
    }
    expect(received).toEqual([]);
  });
});

describe('webhook events', () => {
  it('list: newest first, filtered, limited, with what was pruned', async () => {
    const ids = [3000, 2000, 1000].map((ago, at) => keep(ago, at === 1 ? { operation: 'deleted' } : {}));
    const newest = [...ids].reverse();
    const listed = async (...more: string[]) =>
      ((await webhook('events list -o json', more)).json() as { id: string }[]).map(({ id }) => id);
    expect(await listed()).toEqual(newest);
    expect(await listed('--operation', 'deleted')).toEqual([ids[1]]);
    expect(await listed('--collection', 'flow')).toEqual([]);
    expect(await listed('--since', '2500s')).toEqual(newest.slice(0, 2));
    const limited = await webhook('events list --limit 2 -o json');
    expect((limited.json() as unknown[]).length).toBe(2);
    expect((await webhook('events list --limit 2 -o table')).stderr).toContain('--limit');
    await webhook('events prune --keep 2 --yes');
    expect((await webhook('events list -o table')).stderr).toContain('1 older events were pruned');
  });

  it('show: headers and body as they came', async () => {
    const id = keep(1000);
    const ran = await webhook('events show -o json', [id]);
    expect(ran.json()).toMatchObject({ id, method: 'POST', body: BODY, secretName: 'old' });
    expect((ran.json() as { headers: unknown }).headers).toContainEqual(['X-SERVICE-signature', 'old']);
    const table = await webhook('events show', [id, '-o', 'table']);
    expect(table.stdout).toContain('"name": "Größe"');
    expect((await webhook('events show evt_none')).code).toBe(4);
  });

  it('export: oldest first, byte for byte; a line of it is a saved request', async () => {
    const signature = sign({ secret: SECRET, timestamp: NOW, body: BODY });
    const rawHeaders = ['X-Service-Signature', signature, 'X-Service-Timestamp', String(NOW)];
    const odd = Buffer.from('00ff0d0a80', 'hex');
    const ids = [keep(2000, { rawHeaders }), keep(1000, { body: odd })];
    const ran = await webhook('events export --file out.ndjson -o json');
    expect(ran.json()).toMatchObject({ events: 2 });
    const lines = here.read('out.ndjson').trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line) as { id: string; bodyBase64: string });
    expect(records.map(({ id }) => id)).toEqual(ids);
    expect(Buffer.from(records[1]?.bodyBase64 ?? '', 'base64')).toEqual(odd);
    here.write('one.json', lines[0] ?? '');
    const back = await webhook('verify --request one.json -o json');
    expect(back.json()).toMatchObject({ valid: true, secret: 'old' });
  });

  it('prune: asks, then removes by age or number', async () => {
    const ids = [4000, 3000, 2000, 1000].map((ago) => keep(ago));
    const left = async () =>
      ((await webhook('events list -o json')).json() as { id: string }[]).map(({ id }) => id).reverse();
    expect((await webhook('events prune')).code).toBe(2);
    expect((await webhook('events prune --keep 0')).code).toBe(2);
    const no = await webhook('events prune --keep 0', [], {
      tty: true,
      answers: [{ ask: 'confirm', answer: false }],
    });
    expect(no.code).toBe(2);
    expect((await webhook('events prune --keep 0 --dry-run')).code).toBe(0);
    expect(await left()).toEqual(ids);
    expect((await webhook('events prune --before 3500s --yes -o json')).json()).toEqual({ removed: 1 });
    expect(await left()).toEqual(ids.slice(1));
    const yes = await webhook('events prune --keep 1', [], {
      tty: true,
      answers: [{ ask: 'confirm', answer: true }],
    });
    expect(yes.code).toBe(0);
    expect(await left()).toEqual(ids.slice(3));
  });
});

describe('webhook secret', () => {
  const secrets = () => here.profiles().profiles.default?.webhookSecrets;

  it('set: by stdin, by file and by prompt, in a file for the user only', async () => {
    here.write('secret.txt', `${OTHER}\n`);
    const answers = [{ ask: 'secret', answer: ` ${OTHER} ` }] as const;
    for (const [argv, options] of [
      ['secret set one --secret-stdin', { stdin: `${OTHER}\n` }],
      ['secret set two --secret-file secret.txt --subscription SUB9', {}],
      ['secret set three', { tty: true, answers }],
    ] as const)
      expect((await webhook(argv, [], options)).code, argv).toBe(0);
    expect(secrets()).toEqual([
      { name: 'old', secret: SECRET },
      { name: 'one', secret: OTHER },
      { name: 'two', secret: OTHER, subscriptionId: 'SUB9' },
      { name: 'three', secret: OTHER },
    ]);
    expect(statSync(join(here.config, 'profiles.json')).mode & 0o777).toBe(0o600);
  });

  it('set: replaces the one of that name', async () => {
    await webhook('secret set old --secret-stdin', [], { stdin: OTHER });
    expect(secrets()).toEqual([{ name: 'old', secret: OTHER }]);
  });

  it('set: refuses what it cannot keep', async () => {
    here.write('empty.txt', '\n');
    for (const argv of [
      'secret set one --secret-stdin',
      'secret set one --secret-file empty.txt',
      'secret set one --secret-file none.txt',
      'secret set one --secret-file empty.txt --secret-stdin',
      'secret set a/b --secret-file empty.txt',
      'secret set one',
    ])
      expect((await webhook(argv)).code, argv).toBe(2);
    expect(secrets()).toEqual([{ name: 'old', secret: SECRET }]);
  });

  it('list: by name only; remove: asks, and knows what there is', async () => {
    await webhook('secret set two --secret-stdin --subscription SUB9', [], { stdin: OTHER });
    expect((await webhook('secret list -o json')).json()).toEqual([
      { name: 'old', subscriptionId: null },
      { name: 'two', subscriptionId: 'SUB9' },
    ]);
    expect((await webhook('secret remove old')).code).toBe(2);
    const unknown = await webhook('secret remove none --yes');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('old, two');
    expect(secrets()).toHaveLength(2);
    expect((await webhook('secret remove old --yes')).code).toBe(0);
    expect(secrets()).toEqual([{ name: 'two', secret: OTHER, subscriptionId: 'SUB9' }]);
  });
});

describe('hostile text in kept events', () => {
  const HOSTILE = [
    '\u001b[31mred\u001b[2J',
    '\u001b]8;;https://evil.test\u0007here\u001b]8;;\u0007',
    '\u001b]52;c;ZXZpbA==\u001b\\',
    '\u009b31m\u009d0;title\u009c',
    '\u202egnp.exe\u2066x\u200f',
    'one\r\ntwo\rthree\u2028four\u0000\u0008\u007f\ufeff',
  ].join('|');
  const RAW = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
  const rawIn = (text: string) => {
    const found = RAW.exec(text.replace(/[\n\t]/g, ''))?.[0];
    return found && `U+${found.charCodeAt(0).toString(16)}`;
  };
  const FORMATS = [['-o', 'json'], ['-o', 'ndjson'], ['-o', 'yaml'], ['-o', 'csv'], ['-o', 'table'], []];
  const states = { before: { [HOSTILE]: HOSTILE, name: 'x' }, after: { name: HOSTILE } };
  const fields = { collection: HOSTILE, operation: HOSTILE, resourceId: HOSTILE, organizationId: HOSTILE };
  const event = { ...fields, subscriptionId: HOSTILE, ...states };
  const hostile = (body: Uint8Array): string =>
    keep(1000, {
      ...fields,
      ...{
        subscriptionId: HOSTILE,
        landscapeId: HOSTILE,
        secretName: HOSTILE,
        method: 'POST',
        path: HOSTILE,
      },
      rawHeaders: [HOSTILE, HOSTILE, 'X-B', HOSTILE],
      body,
    });

  it.each([
    ['as JSON', Buffer.from(JSON.stringify(event))],
    ['raw', Buffer.from(HOSTILE)],
    ['as JSON with raw C1 and bidi', Buffer.from(JSON.stringify({ a: '\u009b2J\u202e' }))],
  ])('%s reaches no output raw, in any format', async (_, body) => {
    const id = hostile(body);
    for (const argv of [
      ['events', 'list'],
      ['events', 'show', id],
      ['events', 'export', '--file', 'o'],
    ]) {
      for (const format of FORMATS) {
        for (const options of [{}, { tty: true, width: 200 }]) {
          const more = 'tty' in options ? ['--no-color'] : [];
          const ran = await here.run(['webhook', ...argv, ...format, ...more], options);
          const what = [...argv, ...format, JSON.stringify(options)].join(' ');
          expect(ran.code, what).toBe(0);
          expect(rawIn(ran.stdout), `stdout of ${what}`).toBeUndefined();
          expect(rawIn(ran.stderr), `stderr of ${what}`).toBeUndefined();
        }
      }
    }
    const json = await webhook('events show -o json', [id]);
    expect(json.json()).toMatchObject({ collection: HOSTILE, path: HOSTILE, body: body.toString('utf8') });
  });

  it('nor from ids, options, files and answers', async () => {
    const text = HOSTILE.replaceAll('\u0000', '');
    here.write('saved.txt', HOSTILE);
    for (const argv of [
      ['events', 'show', text],
      ['replay', text],
      ['events', 'list', '--since', text],
      ['events', 'list', '--operation', text],
      ['secret', 'remove', text, '--yes'],
      ['secret', 'set', text, '--secret-stdin'],
      ['verify', '--request', 'saved.txt'],
      ['verify', '--at', text, '--file', 'saved.txt'],
      ['trigger', '--to', text],
      ['trigger', '--set', `after.name.${text}=1`],
      ['trigger', '--to', target, '--dry-run', '--set', `${text.replaceAll('.', '')}=${text}`],
      ['sign', '--file', 'saved.txt', '--curl'],
    ]) {
      for (const format of FORMATS) {
        const ran = await here.run(['webhook', ...argv, ...format]);
        expect(rawIn(ran.stdout), `stdout of ${argv.join(' ')}`).toBeUndefined();
        expect(rawIn(ran.stderr), `stderr of ${argv.join(' ')}`).toBeUndefined();
      }
    }
  });
});

describe('the secrets', () => {
  it('are in nothing that was printed', () => {
    const printed = machines.flatMap(({ transcript }) => transcript);
    expect(printed.length).toBeGreaterThan(100);
    for (const { argv, text } of printed)
      for (const secret of [SECRET, OTHER]) expect(text.includes(secret), argv.join(' ')).toBe(false);
  });
});
