import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VERSION } from '../../src/base/version.js';
import { type Home, home, type Sandbox } from '../support/binary.js';

/** Loaded into every process before the program: records each name lookup and each connection. */
const WITNESS = `
const { appendFileSync } = require('node:fs');
const net = require('node:net');
const dns = require('node:dns');
const dgram = require('node:dgram');
const note = (text) => appendFileSync(process.env.WITNESS_FILE, text + '\\n');
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  note('connect ' + (options.path ?? (options.host ?? 'localhost') + ':' + options.port));
  return connect.apply(this, args);
};
const lookup = dns.lookup;
dns.lookup = function (name, ...rest) {
  if (name !== '127.0.0.1') note('lookup ' + name);
  return lookup.call(this, name, ...rest);
};
const send = dgram.Socket.prototype.send;
dgram.Socket.prototype.send = function (...args) {
  note('datagram');
  return send.apply(this, args);
};
note('start');
`;

let user: Home;
let sandbox: Sandbox;
let registry: Server;
let registryUrl: string;
const asked: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  user = home();
  sandbox = await user.sandbox('--ephemeral');
  registry = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers });
    response.end(JSON.stringify({ latest: '99.0.0' }));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  registryUrl = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  writeFileSync(join(user.directory, 'witness.cjs'), WITNESS);
  writeFileSync(join(user.directory, 'body.json'), '{"a":1}');
  mkdirSync(join(user.directory, 'seen'));
});
afterAll(async () => {
  await new Promise((resolve) => registry.close(resolve));
  await user.remove();
});

/** Runs it and returns its connections, names and addresses, without duplicates. */
async function contacts(at: number, args: readonly string[]): Promise<string[]> {
  const file = join(user.directory, 'seen', String(at));
  const ran = await user.run(args, {
    env: {
      NODE_OPTIONS: `--require "${join(user.directory, 'witness.cjs')}"`,
      WITNESS_FILE: file,
      // Host of the check for a newer version.
      npm_config_registry: registryUrl,
      ARCHCTL_WEBHOOK_SECRET: 'a-signing-secret',
    },
  });
  expect({ args, code: ran.code, stderr: ran.stderr.includes('error') }).toEqual({
    args,
    code: 0,
    stderr: false,
  });
  const [first, ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(first).toBe('start');
  return [...new Set(rest)];
}

const LOCAL = [
  ['--version'],
  ['--help'],
  ['help', 'environment'],
  ['commands', '-o', 'json'],
  ['profile', 'list'],
  ['webhook', 'sign', '--file', 'body.json'],
  ['webhook', 'events', 'list'],
  ['upgrade'],
];
const REMOTE = [
  // The identity of the sandbox is verified.
  ['sandbox', 'status'],
  ['landscape', 'list', '-o', 'table'],
  ['auth', 'status'],
  ['doctor'],
  // The plan is that of the organization.
  ['quota'],
  ['logs', 'tail', '-n', '1', '--no-follow'],
  ['tag-group', 'create', '--name', 'One', '--icon', 'bug', '--index', '1'],
];

it('connects to the service, and to no other host', async () => {
  const service = `connect 127.0.0.1:${sandbox.port}`;
  const all = [...LOCAL, ...REMOTE];
  const found: string[][] = [];
  // A few at a time, because the machine may have few cores.
  for (let at = 0; at < all.length; at += 4)
    found.push(...(await Promise.all(all.slice(at, at + 4).map((args, by) => contacts(at + by, args)))));
  for (const [at, args] of all.entries())
    expect({ args, contacts: found[at] }).toEqual({ args, contacts: at < LOCAL.length ? [] : [service] });
  expect(asked).toEqual([]);
});

it('connects to the registry only with upgrade --check, once, without data about the user', async () => {
  const found = await contacts(99, ['upgrade', '--check']);
  expect(found).toEqual([`connect ${new URL(registryUrl).host}`]);
  expect(asked).toEqual([
    {
      url: '/-/package/archctl/dist-tags',
      headers: {
        accept: '*/*',
        'user-agent': `archctl/${VERSION}`,
        host: new URL(registryUrl).host,
        connection: expect.stringMatching(/keep-alive|close/),
      },
    },
  ]);
});
