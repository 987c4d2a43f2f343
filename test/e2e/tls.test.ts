import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { selfSigned } from '../support/certificate.js';
import { openProxy, type TunnelProxy } from '../support/proxy.js';

const certificate = selfSigned('service.test');
const KEY = 'key-id:super-secret-of-the-key';
const seen: (string | undefined)[] = [];

let user: Home;
let server: Server;
let proxy: TunnelProxy;
let authority: string;
const ways: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  user = home();
  authority = join(user.directory, 'authority.pem');
  writeFileSync(authority, certificate.cert);
  server = createServer(certificate, (request, response) => {
    seen.push(request.headers.authorization);
    response.end('{"organizations":[]}');
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  proxy = await openProxy({ target: port });
  ways.directly = { ARCHCTL_BASE_URL: `https://127.0.0.1:${port}/v1` };
  ways['through a proxy'] = {
    ARCHCTL_BASE_URL: 'https://service.test/v1',
    HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
  };
});
afterAll(async () => {
  await user.remove();
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const ask = (way: string, env: Record<string, string>) =>
  user.run(['api', 'GET', 'organizations', '-o', 'json', '--retries', '0'], {
    env: { ...ways[way], ARCHCTL_API_KEY: KEY, ...env },
  });

it.each(['directly', 'through a proxy'])(
  'NODE_TLS_REJECT_UNAUTHORIZED=0 does not expose the key %s, and is reported as ignored',
  async (way) => {
    seen.length = 0;
    const { code, stdout, stderr } = await ask(way, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect([code, stdout, seen]).toEqual([7, '', []]);
    // One line only: Node's warning would claim that a check is disabled.
    expect(JSON.parse(stderr)).toMatchObject({
      error: { kind: 'unavailable', message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') },
    });
  },
);

it.each(['directly', 'through a proxy'])('NODE_EXTRA_CA_CERTS is used %s', async (way) => {
  seen.length = 0;
  const { code, stdout, stderr } = await ask(way, {
    NODE_EXTRA_CA_CERTS: authority,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  });
  expect({ code, stderr, data: JSON.parse(stdout) }).toEqual({
    code: 0,
    stderr: '',
    data: { organizations: [] },
  });
  expect(seen).toEqual([`ApiKey ${KEY}`]);
});

it('child processes get the variable unchanged', async () => {
  const { code, stdout } = await user.run(
    [
      'sandbox',
      'exec',
      '--seed',
      'empty',
      '--',
      process.execPath,
      '-p',
      'process.env.NODE_TLS_REJECT_UNAUTHORIZED',
    ],
    { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
  );
  expect([code, stdout]).toEqual([0, '0\n']);
});
