import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { attach, deliveryOf, ENV, eventsOf, listen, newIds, post, readyOf } from '../support/broker-load.js';
import { selfSigned } from '../support/certificate.js';
import { isNatsMissing, type NatsServer, natsServer } from '../support/nats.js';
import { operatorAccounts, seedOf } from '../support/nats-accounts.js';

const PASSWORD = 'password-of-the-user';
const TOKEN = 'token-of-the-server';
const nkey = nkeys.createUser();
const team = operatorAccounts();
const certificate = selfSigned('broker.test');

let user: Home;
/** With TLS: users with passwords and NKeys. */
let users: NatsServer;
let tokens: NatsServer;
let accounts: NatsServer;
const files: Record<'ca' | 'nkey' | 'wrongNkey' | 'token' | 'password' | 'creds', string> = {} as never;

beforeAll(async () => {
  if (isNatsMissing()) return;
  user = home();
  const write = (name: string, content: string) => {
    const path = join(user.directory, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  files.ca = write('ca.pem', certificate.cert);
  files.nkey = write('user.nk', `${seedOf(nkey)}\n`);
  files.wrongNkey = write('other.nk', seedOf(nkeys.createUser()));
  files.token = write('token', `${TOKEN}\n`);
  files.password = write('password', `${PASSWORD}\n`);
  files.creds = write('team.creds', team.credentials);
  const key = write('server.key', certificate.key);
  const configurations = [
    `tls { cert_file: "${files.ca}", key_file: "${key}" }
     authorization { users: [ { user: me, password: "${PASSWORD}" }, { nkey: ${nkey.getPublicKey()} } ] }`,
    `authorization { token: "${TOKEN}" }`,
    team.configuration,
  ].map((text, at) => write(`server-${at}.conf`, text));
  const start = (configuration = '') => natsServer('-js', '-c', configuration);
  [users, tokens, accounts] = (await Promise.all(configurations.map(start))) as [
    NatsServer,
    NatsServer,
    NatsServer,
  ];
});
afterAll(async () => {
  await user?.remove();
  for (const server of [users, tokens, accounts]) await server?.remove();
});

interface Method {
  name: string;
  server: () => NatsServer;
  args?: () => string[];
  env?: () => Record<string, string>;
}

const ca = () => ({ NATS_CA: files.ca });
const METHODS: Method[] = [
  { name: 'credentials file', server: () => accounts, args: () => ['--nats-creds', files.creds] },
  { name: 'NATS_CREDS', server: () => accounts, env: () => ({ NATS_CREDS: files.creds }) },
  {
    name: 'NKey, CA file',
    server: () => users,
    args: () => ['--nats-nkey', files.nkey, '--nats-ca', files.ca],
  },
  { name: 'NATS_NKEY, NATS_CA', server: () => users, env: () => ({ NATS_NKEY: files.nkey, ...ca() }) },
  { name: 'token file', server: () => tokens, args: () => ['--nats-token-file', files.token] },
  { name: 'NATS_TOKEN', server: () => tokens, env: () => ({ NATS_TOKEN: TOKEN }) },
  {
    name: 'user, password file',
    server: () => users,
    args: () => ['--nats-user', 'me', '--nats-password-file', files.password],
    env: ca,
  },
  {
    name: 'NATS_USER, NATS_PASSWORD',
    server: () => users,
    env: () => ({ NATS_USER: 'me', NATS_PASSWORD: PASSWORD, ...ca() }),
  },
];

/** Secrets of all methods, and the part of the credentials that identifies the user. */
const SECRETS = [PASSWORD, TOKEN, seedOf(nkey), team.seed, team.credentials.split('\n')[1] ?? ''];
const expectNoSecret = (text: string) => {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
};

/** Contents of all files below a directory. */
const contents = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'));

describe.skipIf(isNatsMissing())('the server accepts', () => {
  it.each(METHODS)('$name, which appears nowhere', async ({ server, args, env }) => {
    const command = ['webhook', 'attach', server().url('NONE'), ...(args?.() ?? []), '--debug', '-o', 'json'];
    const ended = await user.run(command, { env: { ...env?.() } });
    // The server answers only to accepted credentials.
    expect(ended).toMatchObject({ code: 4, stderr: expect.stringContaining('there is no stream') });
    expectNoSecret(ended.stdout + ended.stderr);
  });

  it('a listener and a consumer over TLS, without secrets in output, arguments or files', async () => {
    const options = ['--nats-user', 'me', '--nats-password-file', files.password, '--nats-ca', files.ca];
    const url = users.url('SECURE').replace('nats:', 'tls:');
    const [id = ''] = newIds(1);
    const listener = listen(user, url, '--port', '0', '--ack', 'stream', '--debug', ...options);
    expect(await post((await readyOf(listener)).url, deliveryOf(id))).toBe(200);
    const consumer = attach(user, url, '--debug', ...options);
    await consumer.until(/"type":"event".*\n/);
    for (const { pid } of [listener.child, consumer.child])
      if (existsSync('/proc')) expectNoSecret(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    for (const { child } of [listener, consumer]) child.kill('SIGINT');
    for (const { stdout, stderr } of [await listener.ended, await consumer.ended])
      expectNoSecret(stdout + stderr);
    expect(eventsOf(consumer).map(({ resourceId }) => resourceId)).toEqual([id]);
    for (const text of contents(user.state)) expectNoSecret(text);
  });
});

describe.skipIf(isNatsMissing())('the server rejects', () => {
  it('events on a subject that the user may not publish to, and the listener reports why', async () => {
    const permissions = 'permissions: { publish: { deny: "denied.>" } }';
    const configuration = join(user.directory, 'denied.conf');
    writeFileSync(
      configuration,
      `authorization { users: [ { user: me, password: "${PASSWORD}", ${permissions} } ] }`,
    );
    const server = await natsServer('-js', '-c', configuration);
    const env = { ...ENV, NATS_USER: 'me', NATS_PASSWORD: PASSWORD };
    const more = ['--create-stream', '--subject', 'denied.{operation}', '--port', '0', '-o', 'ndjson'];
    const listener = user.start(['webhook', 'listen', '--publish', server.url('DENIED'), ...more], { env });
    expect(await post((await readyOf(listener)).url, deliveryOf('denied'))).toBe(200);
    await listener.until(/the credentials do not permit this/, 'stderr');
    listener.child.kill('SIGKILL');
    await listener.ended;
    expectNoSecret(listener.stdout + listener.stderr);
    await server.remove();
  });

  it.each([
    [3, 'rejected the credentials', 'a wrong NKey', () => users, () => ({ NATS_NKEY: files.wrongNkey })],
    [3, 'rejected the credentials', 'a wrong token', () => tokens, () => ({ NATS_TOKEN: 'wrong-secret' })],
    [3, 'rejected the credentials', 'credentials of no account', () => tokens, () => ({})],
    [
      ...([3, 'rejected the credentials', 'a wrong password', () => users] as const),
      () => ({ NATS_USER: 'me', NATS_PASSWORD: 'wrong-secret' }),
    ],
    [
      ...([7, 'certificate of the server is not accepted', 'an unknown certificate', () => users] as const),
      () => ({ NATS_CA: '', NATS_USER: 'me', NATS_PASSWORD: PASSWORD }),
    ],
    [
      ...([3, 'NKey seed is not valid', 'a file that is not an NKey', () => users] as const),
      () => ({ NATS_NKEY: files.password }),
    ],
    [
      3,
      'credentials file is not valid',
      'a file without credentials',
      () => accounts,
      () => ({ NATS_CREDS: files.token }),
    ],
  ])('with exit code %i, "%s": %s', async (code, message, _, server, env) => {
    const command = ['webhook', 'attach', server().url('NONE'), '--debug', '-o', 'json'];
    const ended = await user.run(command, { env: { ...(server() === users && ca()), ...env() } });
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) });
    expectNoSecret(ended.stdout + ended.stderr);
    expect(ended.stderr).not.toContain('wrong-secret');
  });
});
