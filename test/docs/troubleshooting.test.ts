import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeTransport } from '../../src/client/transport/transport.js';
import { withEvent } from '../commands/cases.js';
import { type CommandSuite, openCommandSuite } from '../commands/command-suite.js';
import { withSandbox } from '../commands/with-sandbox.js';
import { sandboxRecord } from '../support/sandbox.js';
import type { Machine, RunOptions } from '../support/world.js';

const text = readFileSync('docs/troubleshooting.md', 'utf8');
/** Errors of the page, with their exit codes. */
const ENTRIES = [...text.matchAll(/^### `(.+)`\n\n([\s\S]*?)(?=\n#|$(?![\s\S]))/gm)].map(
  ([, message = '', body = '']) => ({ message, code: Number(/[Ee]xit code (\d+)/.exec(body)?.[1]) }),
);

let suite: CommandSuite;
let closed: string;
beforeAll(async () => {
  suite = await openCommandSuite();
  // A closed port, which was open before.
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await new Promise((resolve) => server.close(resolve));
});
afterAll(() => suite.close());

interface Trouble {
  argv: readonly string[] | (() => readonly string[]);
  options?: () => RunOptions;
  before?: (machine: Machine) => unknown;
  after?: () => unknown;
}

const signedOut = (machine: Machine) => machine.run(['auth', 'logout', '--yes']);
const LIST = ['landscape', 'list'];

/** Steps that cause each error, by a part of its message on the page. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  'Not signed in.': { argv: LIST, before: signedOut },
  'ARCHCTL_API_KEY does not contain': {
    argv: LIST,
    options: () => ({ env: { ARCHCTL_API_KEY: 'half', ARCHCTL_BASE_URL: 'https://sandbox.test' } }),
  },
  'The API key is not valid.': { argv: [...LIST, '-p', 'revoked'] },
  'the permission read': {
    argv: ['keys', 'create', '--name', 'x', '--permission', 'read', '-p', 'reader'],
  },
  'There is no profile': { argv: [...LIST, '-p', 'snadbox'] },
  'The key of profile': { argv: [...LIST, '--base-url', 'https://elsewhere.example/v1'] },
  'was not chosen explicitly': {
    argv: LIST,
    before: (machine) => machine.signIn({ baseUrl: 'http://127.0.0.1:4210/v1/' }, 'local'),
    options: () => ({ env: { ARCHCTL_API_KEY: 'a:b' } }),
  },
  'is damaged': {
    argv: LIST,
    before: (machine) => machine.signIn({ webhookSecrets: [{ name: 'main', secret: '' }] }),
  },
  'other users can write to it': {
    argv: LIST,
    before: (machine) => chmodSync(join(machine.config, 'profiles.json'), 0o666),
  },
  'Cannot save the profiles in': {
    argv: ['profile', 'use', 'reader'],
    before: (machine) => chmodSync(machine.config, 0o1777),
  },
  'was not found.': { argv: ['diagram', 'list', '--landscape', 'NobodyHasThisId00000'] },
  'is not a command.': { argv: ['landscpae', 'list'] },
  'The request body is not valid.': { argv: ['flow', 'create', '--name', 'Checkout'] },
  'This needs confirmation.': { argv: ['object', 'delete', 'X'.repeat(20)] },
  'Nothing answers': {
    argv: [...LIST, '--retries', '0'],
    options: () => ({
      env: { ARCHCTL_API_KEY: 'a:b', ARCHCTL_BASE_URL: closed },
      transport: nodeTransport({ proxyEnv: {} }),
    }),
  },
  'Plain http': {
    argv: LIST,
    options: () => ({ env: { ARCHCTL_API_KEY: 'a:b', ARCHCTL_BASE_URL: 'http://example.com/v1' } }),
  },
  'Too Many Requests': {
    argv: [...LIST, '--retries', '0'],
    before: () => suite.service.control('PUT', 'faults', { rateLimitRate: 1 }),
    after: () => suite.service.control('PUT', 'faults', { rateLimitRate: 0 }),
  },
  'is in use.': {
    argv: () => ['webhook', 'listen', '--allow-unverified', '--port', taken],
  },
  'several sandboxes': {
    argv: ['sandbox', 'status'],
    before: (machine) => {
      withSandbox(machine);
      writeFileSync(join(machine.state, 'sandbox-ci.json'), sandboxRecord(), { mode: 0o600 });
    },
  },
  'No signing secret is configured.': { argv: ['webhook', 'listen', '--port', '0'] },
  'signature matches none': {
    argv: [
      'webhook',
      'verify',
      '--file',
      'body.json',
      '--signature',
      '0'.repeat(64),
      '--timestamp',
      '1780300800',
      '--at',
      '1780300800',
    ],
    before: withEvent,
  },
  'is not JSON': {
    argv: LIST,
    before: (machine) => writeFileSync(join(machine.config, 'profiles.json'), '{'),
  },
};

let taken = '';
const occupant = createServer();
beforeAll(async () => {
  occupant.listen(0, '127.0.0.1');
  await new Promise((resolve) => occupant.once('listening', resolve));
  taken = String((occupant.address() as AddressInfo).port);
});
afterAll(() => new Promise((resolve) => occupant.close(resolve)));

describe('docs/troubleshooting.md', () => {
  test('every error of the page can be caused, and every error caused here is on the page', () => {
    expect(ENTRIES.length).toBeGreaterThan(10);
    const used = new Set<string>();
    for (const { message } of ENTRIES) {
      const found = Object.keys(TROUBLES).filter((part) => message.includes(part));
      expect(found.length, message).toBeGreaterThan(0);
      used.add(found[0] ?? '');
    }
    expect([...used].sort()).toEqual(Object.keys(TROUBLES).sort());
  });

  test.each(ENTRIES.map((it) => [it.message, it.code] as const))('%s', async (message, code) => {
    const [, trouble] = Object.entries(TROUBLES).find(([part]) => message.includes(part)) ?? [];
    if (!trouble) throw new Error('No test causes this error.');
    const machine = suite.machine();
    await trouble.before?.(machine);
    const argv = typeof trouble.argv === 'function' ? trouble.argv() : trouble.argv;
    const ran = await machine.run(argv, trouble.options?.()).finally(() => trouble.after?.());
    // Ports and folders belong to this run; the text is that of the page.
    const same = (it: string): string => it.replace(/\d{4,5}/g, 'N');
    expect(same(`${ran.stdout}\n${ran.stderr}`)).toContain(same(message));
    expect(ran.code).toBe(code);
  });
});
