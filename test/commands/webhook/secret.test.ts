import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OTHER, SECRET, webhookCommandSuite } from './webhook-suite.js';

const suite = webhookCommandSuite();
const { webhook } = suite;

describe('webhook secret', () => {
  const secrets = () => suite.here.profiles().profiles.default?.webhookSecrets;

  it('set: from stdin, file and prompt, into a private file', async () => {
    suite.here.write('secret.txt', `${OTHER}\n`);
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
    expect(statSync(join(suite.here.config, 'profiles.json')).mode & 0o777).toBe(0o600);
  });

  it('set: replaces a secret of the same name', async () => {
    await webhook('secret set old --secret-stdin', [], { stdin: OTHER });
    expect(secrets()).toEqual([{ name: 'old', secret: OTHER }]);
  });

  it('set: rejects secrets that it cannot store', async () => {
    suite.here.write('empty.txt', '\n');
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

  it('list: by name only; remove: asks, and reports unknown names', async () => {
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
