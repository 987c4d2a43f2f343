import { beforeEach, describe, expect, it } from 'vitest';
import { sign } from '../../../src/webhooks/node-signature.js';
import { BODY, NOW, OTHER, SECRET, webhookCommandSuite } from './webhook-suite.js';

const suite = webhookCommandSuite();
const { webhook } = suite;

describe('webhook verify', () => {
  const signature = sign({ secret: SECRET, timestamp: NOW, body: BODY });
  const given = (more: Record<string, string | undefined> = {}): string[] => {
    const options = { file: 'body.json', signature, timestamp: String(NOW), ...more };
    return Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    );
  };
  beforeEach(() => {
    suite.here.write('body.json', BODY);
  });

  it('names the matching secret', async () => {
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
    suite.here.write('changed.json', `${BODY}\n`);
    const ran = await webhook('verify -o json', given(more));
    expect(ran.code).toBe(8);
    expect(ran.json()).toMatchObject({ valid: false, reason, message: expect.stringMatching(/\.$/) });
    expect(ran.error()).toMatchObject({ kind: 'check' });
    const table = await webhook('verify -o table', given(more));
    expect(table.code).toBe(8);
    expect(table.stdout).toContain(reason);
  });

  it('reports other-subscription for a secret that is bound to another', async () => {
    suite.here.signIn({ webhookSecrets: [{ name: 'bound', secret: SECRET, subscriptionId: 'SUB2' }] });
    const ran = await webhook('verify -o json', given());
    expect(ran.code).toBe(8);
    expect(ran.json()).toMatchObject({ valid: false, reason: 'other-subscription' });
  });

  it('respects its tolerance, relative to a given time', async () => {
    for (const [at, code] of [
      [String(NOW + 300), 0],
      [new Date((NOW + 300) * 1000).toISOString(), 0],
      [new Date((NOW + 301) * 1000).toISOString(), 8],
      ['soon', 2],
    ] as const)
      expect((await webhook('verify -o json', given({ at }))).code, at).toBe(code);
    expect((await webhook('verify', given({ at: String(NOW + 11), tolerance: '10' }))).code).toBe(8);
  });

  it('accepts a complete saved request, of any kind', async () => {
    const headers = { 'X-Service-Signature': signature, 'X-Service-Timestamp': String(NOW) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    suite.here.write('raw.txt', ['POST / HTTP/1.1', ...lines, '', BODY].join('\r\n'));
    suite.here.write('saved.json', JSON.stringify({ headers, body: BODY }));
    suite.here.write(
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
    const raw = suite.here.read('raw.txt');
    expect((await webhook('verify -o json --request -', [], { stdin: raw })).json()).toMatchObject({
      valid: true,
    });
    const headless = await webhook('verify --request -', [], { stdin: suite.here.read('verbose.txt') });
    expect(headless.code).toBe(2);
    expect(headless.stderr).toContain('--file');
    suite.here.write('raw.txt', raw.replace('"A"', '"B"'));
    expect((await webhook('verify -o json --request raw.txt')).json()).toMatchObject({ reason: 'mismatch' });
    suite.here.write('raw.txt', raw.replace('\r\n\r\n', `\r\n${lines[0]}\r\n\r\n`));
    expect((await webhook('verify -o json --request raw.txt')).json()).toMatchObject({
      reason: 'malformed-signature',
    });
  });

  it('needs a secret, and existing files', async () => {
    expect((await webhook('verify', given({ file: 'none.json' }))).code).toBe(2);
    expect((await webhook('verify', given({ 'secret-file': 'none.txt' }))).code).toBe(2);
    suite.here.signIn({});
    const ran = await webhook('verify', given());
    expect(ran.code).toBe(2);
    for (const way of ['webhook secret set', '--secret-file', 'ARCHCTL_WEBHOOK_SECRET'])
      expect(ran.stderr).toContain(way);
    const env = { ARCHCTL_WEBHOOK_SECRET: SECRET };
    expect((await webhook('verify -o json', given(), { env })).json()).toMatchObject({
      secret: 'environment',
    });
    suite.here.write('secret.txt', `${SECRET}\n`);
    const file = await webhook('verify -o json', given({ 'secret-file': 'secret.txt' }), {
      env: { ARCHCTL_WEBHOOK_SECRET: OTHER },
    });
    expect(file.json()).toMatchObject({ secret: 'file' });
  });
});
