import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';

let user: Home;
beforeAll(() => {
  user = home();
});
afterAll(() => user.remove());

const withSecrets = (webhookSecrets: unknown): void => {
  mkdirSync(user.config, { recursive: true, mode: 0o700 });
  const profile = { baseUrl: 'https://api.example.test/v1/', keyId: 'k', secret: 's', webhookSecrets };
  writeFileSync(
    join(user.config, 'profiles.json'),
    JSON.stringify({ current: 'x', profiles: { x: profile } }),
    {
      mode: 0o600,
    },
  );
};

describe('the program with a blank signing secret in its profile', () => {
  it.each([
    ['empty', [{ name: 'main', secret: '' }]],
    ['white space', [{ name: 'main', secret: ' \n' }]],
    ['missing', [{ name: 'main' }]],
    ['null', [{ name: 'main', secret: null }]],
  ])('does not listen: %s', async (_, secrets) => {
    withSecrets(secrets);
    const ran = await user.run(['webhook', 'listen', '--port', '0', '--timeout', '5', '-o', 'ndjson']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/secret/);
    expect(ran.stderr).not.toMatch(/^\s+at /m);
  });

  it('rejects deliveries signed with an empty secret', async () => {
    withSecrets([{ name: 'main', secret: '' }]);
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', '').update(`${timestamp}.{}`).digest('hex');
    const given = ['--file', '-', '--signature', signature, '--timestamp', String(timestamp)];
    const ran = await user.run(['webhook', 'verify', ...given, '-o', 'json'], { stdin: '{}' });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
  });
});
