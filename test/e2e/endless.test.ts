import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';

const MB = 1024 * 1024;

let user: Home;
beforeAll(() => {
  user = home();
});
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(() => user.remove());

async function serve(listener: RequestListener): Promise<Record<string, string>> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    ARCHCTL_BASE_URL: `http://127.0.0.1:${port}/v1`,
    ARCHCTL_API_KEY: 'key-id:super-secret-of-the-key',
  };
}

const GET = ['api', 'GET', 'organizations', '-o', 'json'];

it.each([
  ['as JSON', 200, 64],
  ['as an error', 500, 1],
])('an endless response, %s, ends with exit code 7 and one line', async (_, status, most) => {
  const piece = Buffer.alloc(MB / 4, '[{"a":[1]}],');
  let sent = 0;
  const env = await serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed) {
        sent += piece.byteLength;
        if (!response.write(piece)) return;
      }
    };
    response.on('drain', more);
    more();
  });
  const { code, stdout, stderr } = await user.run(GET, { env });
  expect([code, stdout]).toEqual([7, '']);
  expect(JSON.parse(stderr).error).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining(`larger than ${most} MB.`),
  });
  expect(sent).toBeLessThan((most + 16) * MB);
});

it.each([
  ['lists', '['],
  ['objects', '{"a":'],
])('endlessly nested %s do not overflow the stack', async (_, open) => {
  const text = `{"organizations":${open.repeat(1_000_000)}`;
  const close = open === '[' ? ']' : '}';
  const env = await serve((_request, response) => response.end(`${text}1${close.repeat(1_000_000)}}`));
  const { code, stdout, stderr } = await user.run([...GET, '--debug'], { env });
  expect([code, stdout]).toEqual([7, '']);
  expect(JSON.parse(stderr.trimEnd().split('\n').pop() ?? '').error.message).toContain('200 levels deep');
});

it('the deepest accepted response is printed in every format', async () => {
  const env = await serve((_request, response) =>
    response.end(`{"organizations":${'['.repeat(199)}1${']'.repeat(199)}}`),
  );
  for (const format of ['json', 'yaml', 'csv', 'table']) {
    const ran = await user.run(['api', 'GET', 'organizations', '-o', format, '--query', '@'], { env });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).not.toBe('');
  }
});

it('the key is not shown if a service repeats all but its end, in any encoding', async () => {
  const secret = 'q7Zr0pXwT4kLmV9sBhYc2NdGfE8uJ1tA6oQiR3eHxWvUyMzPlKjCbDnFgSa5Ib77';
  const base64 = Buffer.from(`key-id:${secret}`).toString('base64');
  const message = `${'No. '.repeat(235)}${secret.slice(0, 63)}`;
  const env = await serve((_request, response) =>
    response
      .writeHead(400)
      .end(JSON.stringify({ message, errors: [base64, `hex ${Buffer.from(secret).toString('hex')}`] })),
  );
  const { code, stderr } = await user.run([...GET, '--debug'], {
    env: { ...env, ARCHCTL_API_KEY: `key-id:${secret}` },
  });
  expect(code).toBe(5);
  expect(stderr).toContain('[redacted]');
  for (let at = 0; at + 8 <= secret.length; at += 1) {
    const part = secret.slice(at, at + 8);
    expect(stderr).not.toContain(part);
    expect(stderr).not.toContain(Buffer.from(part).toString('hex'));
  }
  expect(stderr).not.toContain(base64.slice(20, 40));
});
