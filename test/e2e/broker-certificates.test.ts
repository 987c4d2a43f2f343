import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { attach, deliveryOf, eventsOf, listen, newIds, post, readyOf } from '../support/broker-load.js';
import { selfSigned } from '../support/certificate.js';
import { isNatsMissing, type NatsServer, natsServer } from '../support/nats.js';

let user: Home;
/** Requires a certificate of each client, and accepts only one. */
let server: NatsServer;
const files: Record<'ca' | 'cert' | 'key' | 'otherCert' | 'otherKey' | 'text', string> = {} as never;

beforeAll(async () => {
  if (isNatsMissing()) return;
  user = home();
  const write = (name: string, content: string, mode = 0o600) => {
    const path = join(user.directory, name);
    writeFileSync(path, content, { mode });
    return path;
  };
  const [ours, client, other] = [selfSigned('broker.test'), selfSigned('client'), selfSigned('other')];
  files.ca = write('server.pem', ours.cert);
  files.cert = write('client.pem', client.cert);
  files.key = write('client.key', client.key);
  files.otherCert = write('other.pem', other.cert);
  files.otherKey = write('other.key', other.key);
  files.text = write('text.pem', 'not a certificate\n');
  const key = write('server.key', ours.key);
  const configuration = write(
    'server.conf',
    `tls { cert_file: "${files.ca}", key_file: "${key}", ca_file: "${files.cert}", verify: true }`,
  );
  server = await natsServer('-js', '-c', configuration);
});
afterAll(async () => {
  await user?.remove();
  await server?.remove();
});

type Given = Partial<Record<'ca' | 'cert' | 'key', string>>;
const options = ({ ca = files.ca, cert, key }: Given) => [
  ...['--nats-ca', ca],
  ...(cert === undefined ? [] : ['--nats-cert', cert]),
  ...(key === undefined ? [] : ['--nats-key', key]),
];
const ours = (): Given => ({ cert: files.cert, key: files.key });
const attachTo = (more: string[]) => [
  'webhook',
  'attach',
  server.url('NONE'),
  ...more,
  '--debug',
  '-o',
  'json',
];

describe.skipIf(isNatsMissing())('a server that verifies client certificates', () => {
  it('accepts the right one from options, for a listener and a consumer', async () => {
    const [id = ''] = newIds(1);
    const url = server.url('SECURE');
    const listener = listen(user, url, '--port', '0', '--ack', 'stream', ...options(ours()));
    expect(await post((await readyOf(listener)).url, deliveryOf(id))).toBe(200);
    const consumer = attach(user, url, '--count', '1', ...options(ours()));
    expect(await consumer.ended).toMatchObject({ code: 0, stderr: '' });
    expect(eventsOf(consumer).map(({ resourceId }) => resourceId)).toEqual([id]);
    listener.child.kill('SIGINT');
    await listener.ended;
  });

  it('accepts the right one from the environment', async () => {
    const env = { NATS_CA: files.ca, NATS_CERT: files.cert, NATS_KEY: files.key };
    // The server answers only to a client whose certificate it accepts.
    expect(await user.run(attachTo([]), { env })).toMatchObject({
      ...{ code: 4, stderr: expect.stringContaining('there is no stream') },
    });
  });

  it.each<[number, string, string, () => Given]>([
    ...([
      [
        3,
        'rejected the client certificate',
        'another one',
        () => ({ cert: files.otherCert, key: files.otherKey }),
      ],
      [3, 'requires a client certificate', 'none', () => ({})],
      [
        3,
        'does not belong to the client certificate',
        'the key of another one',
        () => ({ cert: files.cert, key: files.otherKey }),
      ],
      [
        3,
        'client certificate is not valid',
        'a text as certificate',
        () => ({ ...ours(), cert: files.text }),
      ],
      [3, 'private key is not valid', 'a text as key', () => ({ ...ours(), key: files.text })],
      [3, 'certificate authority is not valid', 'a text as authority', () => ({ ...ours(), ca: files.text })],
      [2, 'cannot read', 'a missing certificate', () => ({ ...ours(), cert: `${files.cert}.none` })],
      [2, 'cannot read', 'a missing key', () => ({ ...ours(), key: `${files.key}.none` })],
      [2, 'must be used together', 'a certificate without its key', () => ({ cert: files.cert })],
    ] satisfies [number, string, string, () => Given][]),
  ])('gives exit code %i, "%s": %s', async (code, message, _, given) => {
    const ended = await user.run(attachTo(options(given())));
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) });
    for (const line of readFileSync(files.key, 'utf8').split('\n').slice(1, -2))
      expect(ended.stderr).not.toContain(line);
  });

  it('warns of a key that others can read', async () => {
    chmodSync(files.key, 0o644);
    const ended = await user.run(attachTo(options(ours())));
    chmodSync(files.key, 0o600);
    expect(ended).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(`other users can read ${files.key}`),
    });
    const closed = await user.run(attachTo(options(ours())));
    expect(closed.stderr).not.toContain('other users');
  });
});
