import { request as httpRequest } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandSuite, openCommandSuite } from '../commands/command-suite.js';
import { VERSIONS, type Version } from '../support/mcp-client.js';
import type { RunOptions } from '../support/world.js';

let suite: CommandSuite;
let served: ServedSandbox;
beforeAll(async () => {
  suite = await openCommandSuite();
  served = await serve([]);
});
afterAll(async () => {
  expect(await served.stop()).toBe(0);
  await suite.close();
});

interface ServedSandbox {
  url: URL;
  token: string;
  stderr(): string;
  stop(): Promise<number>;
}

/** Runs `archctl mcp --http` until it listens. */
async function serve(argv: readonly string[], options: RunOptions = {}): Promise<ServedSandbox> {
  const controller = new AbortController();
  const machine = suite.machine();
  const started = machine.process(['mcp', '--http', ...argv], { ...options, signal: controller.signal });
  let found: (match: RegExpExecArray) => void = () => {};
  const ready = new Promise<RegExpExecArray>((resolve) => {
    found = resolve;
  });
  const { stderr } = started.world;
  const write = stderr.write.bind(stderr);
  Object.assign(stderr, {
    write: (...given: Parameters<typeof write>) => {
      const more = write(...given);
      const match = /Listening on (\S+)\n(?:Bearer token: (\S+)\n)?/.exec(started.stderr());
      if (match && (match[2] !== undefined || options.env)) found(match);
      return more;
    },
  });
  const { run } = await import('../../src/cli/run/run.js');
  const { REGISTRY } = await import('../../src/commands/registry.generated.js');
  const ended = run(['mcp', '--http', ...argv], started.world, REGISTRY);
  const [, url = '', token = ''] = await ready;
  return {
    url: new URL(url),
    token,
    stderr: started.stderr,
    stop: () => {
      controller.abort();
      return ended;
    },
  };
}

/** Sends a request with any headers, and returns status and body. */
function ask(
  { url, token }: ServedSandbox,
  {
    path = url.pathname,
    method = 'POST',
    headers = {},
    body = '{}',
  }: { path?: string; method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: url.hostname,
        port: url.port,
        path,
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

describe.each(Object.keys(VERSIONS) as Version[])('the official client in the %s version', (version) => {
  test('lists and calls tools, 200 at once', async () => {
    const mode = version === 'current' ? { pin: VERSIONS.current } : ('legacy' as const);
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const headers = { authorization: `Bearer ${served.token}` };
    await client.connect(new StreamableHTTPClientTransport(served.url, { requestInit: { headers } }));
    expect(client.getNegotiatedProtocolVersion()).toBe(VERSIONS[version]);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('apply');
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => client.callTool({ name: 'get', arguments: { name: 'Booking API' } })),
    );
    for (const { structuredContent } of answers) expect(structuredContent).toMatchObject({ type: 'app' });
    await client.close();
  });
});

describe('the server', () => {
  test('accepts only its own host name, origin, path and token', async () => {
    const host = served.url.host;
    const { port } = served.url;
    expect(await ask(served, { body: PING })).toMatchObject({ status: 200 });
    for (const allowed of [{ host: `localhost:${port}` }, { host, origin: served.url.origin }])
      expect(await ask(served, { headers: allowed, body: PING })).toMatchObject({ status: 200 });
    for (const [headers, status] of [
      [{ host: 'evil.test' }, 421],
      [{ host: `evil.test:${port}` }, 421],
      [{ host: `127.0.0.1.evil.test:${port}` }, 421],
      [{ origin: 'https://evil.test' }, 403],
      [{ origin: 'null' }, 403],
      [{ origin: `http://localhost:1` }, 403],
      [{ authorization: '' }, 401],
      [{ authorization: 'Bearer wrong' }, 401],
      [{ authorization: `Bearer ${served.token}x` }, 401],
      [{ authorization: served.token }, 401],
      [{ authorization: `Basic ${served.token}` }, 401],
    ] as const) {
      const refused = await ask(served, { headers, body: PING });
      expect([headers, refused.status]).toEqual([headers, status]);
      expect(refused.body).not.toContain(served.token);
      expect(refused.headers['access-control-allow-origin']).toBe(undefined);
    }
    expect(await ask(served, { path: '/other', body: PING })).toMatchObject({ status: 404 });
    expect(await ask(served, { path: '/../mcp?x', body: PING })).toMatchObject({ status: 200 });
    expect(await ask(served, { path: 'http://evil.test/mcp', body: PING })).toMatchObject({ status: 400 });
  });

  test('limits bodies, and rejects what is not the protocol', async () => {
    const large = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'ping',
      params: { x: 'x'.repeat(5 * 1024 * 1024) },
    });
    expect(await ask(served, { body: large })).toMatchObject({ status: 413 });
    expect(await ask(served, { body: 'not json' })).toMatchObject({ status: 400 });
    expect(await ask(served, { method: 'GET', body: '' })).toMatchObject({ status: 405 });
    expect(await ask(served, { body: PING })).toMatchObject({ status: 200 });
  });

  test('prints a new token for each run, once, on stderr', async () => {
    const other = await serve([]);
    expect(other.token).toHaveLength(43);
    expect(other.token).not.toBe(served.token);
    expect(other.stderr().split(other.token)).toHaveLength(2);
    expect(await other.stop()).toBe(0);
  });

  test('takes the token from a file or the environment, and does not print it', async () => {
    const token = 'a-token-of-the-environment';
    const other = await serve([], { env: { ARCHCTL_MCP_TOKEN: token } });
    expect(await ask({ ...other, token }, { body: PING })).toMatchObject({ status: 200 });
    expect(other.stderr()).not.toContain(token);
    await other.stop();
    const machine = suite.machine();
    machine.write('token', 'short\n');
    const ran = await machine.run(['mcp', '--http', '--token-file', 'token']);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('at least 16')]);
    expect(ran.stderr).not.toContain('short');
  });

  test('reports a port in use', async () => {
    const ran = await suite.machine().run(['mcp', '--http', '--port', served.url.port]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(/is in use\.\nhint: Use --port \d+/)]);
  });
});
