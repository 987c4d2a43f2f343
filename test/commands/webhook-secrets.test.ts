import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookSecret } from '../../src/profiles/profile.js';
import { testClock } from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';

const clock = testClock(() => true);
const NOW = Math.floor(clock.now().getTime() / 1000);
const BODY = '{"a":1}';
const BLANKS = ['', ' ', '\t\n', '\0'];

let here: Machine;
const machines: Machine[] = [];
beforeEach(() => {
  here = machine({ clock, transport: () => Promise.reject(new Error('Nothing is sent.')) });
  machines.push(here);
  here.write('body.json', BODY);
});
afterAll(() => Promise.all(machines.map((it) => it.remove())));

/** A delivery signed by an attacker who guesses that the secret is empty. */
const forged = (secret: string): string[] => {
  const signature = createHmac('sha256', secret).update(`${NOW}.${BODY}`).digest('hex');
  return ['--file', 'body.json', '--signature', signature, '--timestamp', String(NOW)];
};
const commands = (secret: string): string[][] => [
  ['webhook', 'verify', ...forged(secret)],
  ['webhook', 'sign', '--file', 'body.json'],
  ['webhook', 'trigger', '--to', 'http://127.0.0.1:9/'],
  ['webhook', 'listen', '--port', '0', '--timeout', '0.01'],
  ['webhook', 'listen', '--port', '0', '--timeout', '0.01', '--allow-unverified'],
];

describe.each(BLANKS)('the secret %j verifies nothing and signs nothing', (secret) => {
  it.each<[string, WebhookSecret[]]>([
    ['alone', [{ name: 'old', secret }]],
    [
      'beside a good one',
      [
        { name: 'old', secret },
        { name: 'new', secret: 'whsec_good' },
      ],
    ],
    ['missing', [{ name: 'old' } as WebhookSecret]],
  ])('in a profile: %s', async (_, webhookSecrets) => {
    here.signIn({ webhookSecrets });
    for (const argv of commands(secret)) {
      const ran = await here.run([...argv, '-o', 'json']);
      expect(ran, argv.join(' ')).toMatchObject({ code: 2, stdout: '' });
      expect(ran.error()).toMatchObject({
        kind: 'usage',
        message: expect.stringMatching(
          /webhookSecrets\[0\]\.secret is (blank|missing)|signing secret "old" of profile/,
        ),
      });
    }
  });

  it('in a file', async () => {
    here.signIn({ webhookSecrets: [{ name: 'main', secret: 'whsec_good' }] });
    here.write('secret.txt', secret);
    for (const argv of commands(secret)) {
      const ran = await here.run([...argv, '--secret-file', 'secret.txt', '-o', 'json']);
      expect(ran, argv.join(' ')).toMatchObject({ code: 2, stdout: '' });
      expect(ran.error().message).toMatch(/secret\.txt is empty/);
    }
    const saved = await here.run([
      'webhook',
      'secret',
      'set',
      'x',
      '--secret-file',
      'secret.txt',
      '-o',
      'json',
    ]);
    expect(saved).toMatchObject({ code: 2 });
    const piped = await here.run(['webhook', 'secret', 'set', 'x', '--secret-stdin', '-o', 'json'], {
      stdin: secret,
    });
    expect(piped).toMatchObject({ code: 2 });
  });

  it('in the environment', async () => {
    here.signIn({});
    for (const argv of commands(secret).slice(0, 4)) {
      const ran = await here.run([...argv, '-o', 'json'], { env: { ARCHCTL_WEBHOOK_SECRET: secret } });
      expect(ran, argv.join(' ')).toMatchObject({ code: 2, stdout: '' });
      expect(ran.error().message).toMatch(
        secret === '' ? /No signing secret is configured/ : /ARCHCTL_WEBHOOK_SECRET is blank/,
      );
    }
  });
});
