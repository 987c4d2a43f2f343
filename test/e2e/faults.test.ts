import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Control, type Home, home } from '../support/binary.js';
import { selfSigned } from '../support/certificate.js';
import { openProxy, type ProxyOptions } from '../support/proxy.js';
import { serveForProgram } from '../support/served-sandbox.js';

const QUIET = { errorRate: 0, dropRate: 0, rateLimitRate: 0, retryAfter: 0.01, latencyMs: 0 };
const FAULTS = { errorRate: 0.25, dropRate: 0.2, rateLimitRate: 0.15 };
const OPTIONS = ['--error-rate', '0.25', '--drop-rate', '0.2', '--rate-limit-rate', '0.15'];

type Service = Control & { port: number; organizationId: string; landscapeId: string };

let user: Home;
beforeAll(() => {
  user = home();
});
afterAll(() => user.remove());

/** The sandbox as a remote service: https, accessible only through a proxy. */
async function behindProxy(sandbox: Service, more: ProxyOptions = {}) {
  const service = selfSigned('service.test');
  const proxy = await openProxy({ target: sandbox.port, service, ...more });
  const authority = join(user.directory, `authority-${proxy.port}.pem`);
  writeFileSync(authority, service.cert);
  const env = {
    HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
    NODE_EXTRA_CA_CERTS: authority,
    ARCHCTL_BASE_URL: 'https://service.test/v1',
    ARCHCTL_API_KEY: sandbox.authorization.replace('ApiKey ', ''),
    ARCHCTL_ORG: sandbox.organizationId,
    ARCHCTL_LANDSCAPE: sandbox.landscapeId,
  };
  return { proxy, env };
}

describe.each(['directly', 'through a proxy'])('a failing service, %s', (way) => {
  let sandbox: Service;
  let env: Record<string, string> = {};
  let close = async (): Promise<unknown> => undefined;
  beforeAll(async () => {
    if (way === 'directly') {
      const { process, ...rest } = await user.sandbox('--ephemeral', ...OPTIONS);
      sandbox = rest;
      close = () => {
        process.child.kill();
        return process.ended;
      };
      return;
    }
    const behind = await serveForProgram(user, { faults: FAULTS });
    const { proxy, env: given } = await behindProxy(behind);
    [sandbox, env] = [behind, given];
    close = async () => {
      await proxy.close();
      await behind.stop();
    };
  });
  afterEach(() => sandbox.faults(QUIET));
  afterAll(() => close());
  const run = (args: readonly string[]) => user.run(args, { env });
  const groups = (): string => `/v1/landscapes/${sandbox.landscapeId}/versions/latest/tag-groups`;
  const names = async (): Promise<string[]> =>
    ((await sandbox.request('GET', groups())) as { tagGroups: { name: string }[] }).tagGroups.map(
      ({ name }) => name,
    );

  it('can still be read, with every fault of the start options at once', async () => {
    const reads = await Promise.all(
      Array.from({ length: 5 }, () => run(['landscape', 'list', '--retries', '5'])),
    );
    for (const { code, stdout } of reads) {
      expect(code, reads[0]?.stderr).toBe(0);
      expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    }
    // These rates affect the fourth, fifth, seventh and eighth of the first nine requests.
    const notes = reads.map(({ stderr }) => stderr).join('');
    for (const fault of ['HTTP 500', 'HTTP 429', 'No response']) {
      expect(notes).toContain(`${fault}; retrying in`);
    }
  });

  // Responses are the same through a proxy: only connections fail in other ways there.
  it.each<[string, Record<string, number>]>([
    ['dropped connections', { dropRate: 0.5 }],
    ...(way === 'directly'
      ? ([
          ['errors', { errorRate: 0.5 }],
          ['rate limits', { rateLimitRate: 0.5 }],
        ] satisfies [string, Record<string, number>][])
      : []),
  ])('never duplicates a write: %s', async (kind, faults) => {
    await sandbox.faults({ ...QUIET, ...faults });
    const attempts = Array.from({ length: 2 }, (_, at) => `${kind} ${at}`);
    const codes = new Map<string, number | null>();
    for (const name of attempts) {
      const create = [
        'tag-group',
        'create',
        '--name',
        name,
        '--icon',
        'bug',
        '--index',
        '1',
        '--retries',
        '5',
      ];
      codes.set(name, (await run(create)).code);
    }
    await sandbox.faults(QUIET);
    const made = (await names()).filter((name) => name.startsWith(kind));
    expect(new Set(made).size).toBe(made.length);
    // Faults apply before the request is carried out, so success and existence are the same.
    expect(attempts.filter((name) => codes.get(name) === 0)).toEqual(made);
    const failed = attempts.filter((name) => codes.get(name) !== 0);
    // Only a 429 guarantees that nothing was done, so only that is retried.
    expect(failed).toHaveLength(kind === 'rate limits' ? 0 : 1);
    for (const name of failed) expect(codes.get(name)).toBe(7);
  });

  it('does not duplicate a write whose response is lost', async () => {
    // Carried out, and slower than the time limit of the client.
    await sandbox.faults({ ...QUIET, latencyMs: 1_500 });
    const create = ['tag-group', 'create', '--name', 'Late', '--icon', 'bug', '--index', '1'];
    const { code, stderr } = await run([...create, '--timeout', '0.5', '--retries', '5', '-o', 'json']);
    expect(code).toBe(7);
    expect(JSON.parse(stderr).error.kind).toBe('unavailable');
    await sandbox.faults(QUIET);
    expect((await names()).filter((name) => name === 'Late').length).toBeLessThanOrEqual(1);
  });
});

describe('a proxy', () => {
  let sandbox: Service;
  beforeAll(async () => {
    const opened = await serveForProgram(user);
    sandbox = opened;
    return opened.stop;
  });

  it('is not used for this machine, and is used for others', async () => {
    const requested: string[] = [];
    const proxy = createServer((request, answer) => {
      requested.push(request.url ?? '');
      answer.writeHead(502).end();
    });
    proxy.on('connect', (request, socket) => {
      requested.push(`CONNECT ${request.url}`);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    const port = await new Promise<number>((resolve) => {
      proxy.listen(0, '127.0.0.1', () => {
        const address = proxy.address();
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
      });
    });
    const address = `http://127.0.0.1:${port}`;
    const env = { HTTP_PROXY: address, http_proxy: address, HTTPS_PROXY: address };
    try {
      expect(await user.run(['landscape', 'list'], { env })).toMatchObject({ code: 0, stderr: '' });
      expect(requested).toEqual([]);
      const { code } = await user.run(['landscape', 'list', '--retries', '0'], {
        env: { ...env, ARCHCTL_API_KEY: 'id:secret', ARCHCTL_BASE_URL: 'https://service.invalid/v1' },
      });
      expect(code).toBe(7);
      expect(requested).toEqual(['CONNECT service.invalid:443']);
    } finally {
      proxy.close();
    }
  });

  it('does not end a tail with an invalid HTTP response', async () => {
    const { proxy, env } = await behindProxy(sandbox, {
      respond: (connection) => (connection === 0 ? 'SSH-2.0-OpenSSH_9.6\r\n\r\n' : undefined),
    });
    // With one importance, so that nothing is requested before: the lookup of the log is not part of the
    // tail.
    const tail = ['logs', 'tail', '-n', '1', '--importance', 'high', '-o', 'ndjson', '--retries', '0'];
    const running = user.start(tail, { env });
    await running.until(/is not valid HTTP/, 'stderr');
    await running.until(/^\{.*\}\n/);
    running.child.kill('SIGINT');
    await running.ended;
    await proxy.close();
  });

  it('ends a command with exit code 7 if its response is not HTTP', async () => {
    const { proxy, env } = await behindProxy(sandbox, { respond: () => 'SSH-2.0-OpenSSH_9.6\r\n\r\n' });
    const { code, stderr } = await user.run(['landscape', 'list', '-o', 'json', '--retries', '0'], { env });
    await proxy.close();
    expect(code).toBe(7);
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: 'unavailable',
      message: 'The response from service.test:443 is not valid HTTP.',
    });
  });
});
