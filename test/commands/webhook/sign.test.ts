import { describe, expect, it } from 'vitest';
import { verify } from '../../../src/webhooks/web-signature.js';
import { BODY, NOW, SECRET, webhookCommandSuite } from './webhook-suite.js';

const suite = webhookCommandSuite();
const { webhook } = suite;

describe('webhook sign', () => {
  it('prints headers that verify', async () => {
    suite.here.write('body.json', BODY);
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

  it('equals openssl', async () => {
    // printf '%s.%s' 1767225600 '{"a":1}' | openssl dgst -sha256 -hmac whsec_3b1f9c
    const digest = 'a49a27b9561ffcbb42750b9fc357a6419d6b2cf75a4bc084b48aa1badc6e9f4a';
    const ran = await webhook('sign --timestamp 1767225600 --header-prefix X-Other -o json', [], {
      stdin: '{"a":1}',
      env: { ARCHCTL_WEBHOOK_SECRET: 'whsec_3b1f9c' },
    });
    expect(ran.json()).toMatchObject({ 'X-Other-Signature': digest, 'X-Other-Timestamp': '1767225600' });
  });

  it('prints a curl command without the secret, whose signature verifies', async () => {
    suite.here.write('body.json', BODY);
    for (const [argv, options, data] of [
      ['sign --curl', { stdin: BODY }, `--data-raw '${BODY}'`],
      ['sign --curl --file body.json', {}, "--data-binary '@body.json'"],
    ] as const) {
      const { code, stdout } = await webhook(argv, ['--to', suite.target], options);
      expect(code).toBe(0);
      expect(stdout).not.toContain(SECRET);
      expect(stdout).toContain(`curl -X POST '${suite.target}'`);
      expect(stdout).toContain(data);
      const value = (name: string) => new RegExp(`-H '${name}: ([^']+)'`).exec(stdout)?.[1];
      const [signature, timestamp] = [value('X-Service-Signature'), value('X-Service-Timestamp')];
      expect((await verify({ secrets: SECRET, signature, timestamp, body: BODY, now: NOW })).ok).toBe(true);
    }
  });

  it('escapes bytes in a command that a terminal or a shell would interpret', async () => {
    for (const stdin of ['{"a":"\u001b[2J"}', '{"a":"\u0000"}', '{"a":"\u009b2J"}', '{"a":"\u202e"}']) {
      const ran = await webhook('sign --curl', [], { stdin });
      expect(ran).toMatchObject({ code: 2, stdout: '' });
      expect(ran.stderr).toContain('--file');
      suite.here.write('odd.json', stdin);
      expect((await webhook('sign --curl --file odd.json')).code).toBe(0);
    }
    expect((await webhook('sign --curl', [], { stdin: `${BODY}\n\t` })).code).toBe(0);
  });
});
