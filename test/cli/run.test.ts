import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ArchctlError, EXIT_CODES } from '../../src/base/errors.js';
import { VERSION } from '../../src/base/version.js';
import { command } from '../../src/cli/command/command.js';
import type { Outcome } from '../../src/cli/command/spec.js';
import { run } from '../../src/cli/run/run.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { type Reply, SECRET, type TestWorld, testWorld } from './world.js';

const ORG = { ARCHCTL_ORG: 'O' };
const landscapes = { landscapes: [{ id: 'L1', name: 'Shop' }] };

const needing = (
  await Promise.all(
    REGISTRY.commands.map(async (entry) => [entry.path.join(' '), (await entry.load()).default] as const),
  )
).filter(([, spec]) => spec.operation && !spec.anonymous);

/** Runs `landscape list` with one response. */
async function answered(reply: Reply, ...argv: string[]): Promise<{ it: TestWorld; code: number }> {
  const it = testWorld({ env: ORG, reply: () => reply });
  const code = await it.run('landscape', 'list', '--retries', '0', ...argv);
  return { it, code };
}

describe('exit codes', () => {
  test.each<[number, number, string]>([
    [400, 5, 'refused'],
    [401, 3, 'auth'],
    [403, 3, 'auth'],
    [404, 4, 'not-found'],
    [408, 7, 'unavailable'],
    [409, 5, 'refused'],
    [422, 5, 'refused'],
    [429, 6, 'limit'],
    [500, 7, 'unavailable'],
    [503, 7, 'unavailable'],
  ])('HTTP %i is %i (%s)', async (status, wanted, kind) => {
    const reply = {
      status,
      headers: { 'x-request-id': 'req-1' },
      json: { message: 'The reason', errors: ['name: too short'] },
    };
    const { it, code } = await answered(reply, '-o', 'json');
    expect(code).toBe(wanted);
    expect(it.stdout()).toBe('');
    const error = it.error();
    expect(error).toMatchObject({ kind, message: 'The reason', status, details: ['name: too short'] });
    // Details are complete, and a conflict on a read has no hint.
    expect(Boolean(error.hint)).toBe(![400, 409, 422].includes(status));
    const shape = ['details', ...(error.hint ? ['hint'] : []), 'kind', 'message', 'requestId', 'status'];
    expect(Object.keys(error).sort()).toEqual(shape);
  });

  test.each(['<html>Bad gateway</html>', ''])('a body of %j is handled', async (text) => {
    const { it, code } = await answered({ status: 502, text }, '-o', 'ndjson');
    expect(code).toBe(7);
    expect(it.error()).toMatchObject({ kind: 'unavailable', message: 'HTTP 502 Bad Gateway', status: 502 });
  });

  test('an error for people contains failure, cause and hint', async () => {
    const { it } = await answered({ status: 422, json: { message: 'No\u001b[31m', errors: ['a', 'b'] } });
    expect(it.stderr()).toMatch(/^error: No.*\n {2}- a\n {2}- b\n$/);
    const bare = await answered({ status: 422, json: {} });
    expect(bare.it.stderr()).toMatch(/^error: HTTP 422 .*\nhint: Use --debug to see the request\.\n$/);
    expect(it.stderr()).not.toContain('\u001b');
  });

  test('success is 0, and stdout contains the data', async () => {
    const { it, code } = await answered({ json: landscapes }, '-o', 'json');
    expect(code).toBe(0);
    expect(it.json()).toEqual(landscapes.landscapes);
    expect(it.stderr()).toBe('');
    expect(it.requests[0]?.headers.authorization).toBe(`ApiKey keyid:${SECRET}`);
  });

  test('an abort is 130', async () => {
    const stop = new AbortController();
    const it = testWorld({
      env: ORG,
      signal: stop.signal,
      reply: async () => {
        stop.abort();
        throw stop.signal.reason;
      },
    });
    expect(await it.run('landscape', 'list', '-o', 'json')).toBe(130);
    expect(it.error().kind).toBe('interrupted');
  });

  const ended = async (work: () => Promise<Outcome>, ...argv: string[]) => {
    const it = testWorld();
    const spec = command({ summary: '', examples: {}, run: work });
    const entry = { path: ['work'], summary: '', load: async () => ({ default: spec }) };
    const registry = { ...REGISTRY, commands: [entry], nouns: [] };
    return { it, code: await run(['work', '-o', 'json', ...argv], it.world, registry) };
  };
  const broken = async (): Promise<Outcome> => {
    throw new TypeError('broken inside');
  };

  test('an internal error is 1; --debug prints the stack', async () => {
    const { it, code } = await ended(broken);
    expect(code).toBe(1);
    expect(it.error()).toEqual({ kind: 'unexpected', message: 'broken inside' });
    expect((await ended(broken, '--debug')).it.stderr()).toMatch(/TypeError: broken inside\n +at /);
  });

  test('data and a failure are both printed, and the code is that of the failure', async () => {
    const failure = new ArchctlError('check', '1 of 2 differs.');
    const { it, code } = await ended(async () => ({
      kind: 'list',
      items: [{ id: 1 }],
      columns: [],
      failure,
    }));
    expect(code).toBe(8);
    expect(it.json()).toEqual([{ id: 1 }]);
    expect(it.error()).toMatchObject({ kind: 'check', message: '1 of 2 differs.' });
  });

  test('the exit code of a child program is passed on', async () => {
    const { it, code } = await ended(async () => ({ kind: 'exit', code: 42 }));
    expect(code).toBe(42);
    expect(it.stdout() + it.stderr()).toBe('');
  });

  test('a closed reader is not a failure', async () => {
    const it = testWorld({ env: ORG, reply: () => ({ json: landscapes }) });
    it.world.stdout.write = ((_: string, done: (error?: Error) => void) => {
      done(Object.assign(new Error('EPIPE'), { code: 'EPIPE' }));
      return false;
    }) as typeof it.world.stdout.write;
    expect(await it.run('landscape', 'list', '-o', 'json')).toBe(0);
    expect(it.stderr()).toBe('');
  });
});

describe('without a sign-in', () => {
  test.each(needing)('%s: 3 with both remedies, whatever else is missing', async (name, spec) => {
    const it = testWorld({ signedIn: false });
    const args = Object.values(spec.args).map(({ name: word }) => word);
    expect(await it.run(...name.split(' '), ...args, '-o', 'json')).toBe(3);
    const { kind, hint } = it.error();
    expect(kind).toBe('auth');
    expect(hint).toContain('archctl auth login');
    expect(hint).toContain('archctl sandbox start');
  });

  test('also for api', async () => {
    const it = testWorld({ signedIn: false });
    expect(await it.run('api', 'GET', 'organizations', '-o', 'json')).toBe(3);
  });
});

describe('usage', () => {
  test.each<[string[], string]>([
    [['landscpae', 'list'], '"landscpae" is not a command.'],
    [['landscape', 'list', '--nope'], "Unknown option '--nope'."],
    [['landscape', 'list', 'extra'], 'Unexpected argument: "extra".'],
    [['landscape', 'list', '--timeout', 'x'], 'Option --timeout: "x" is not a number.'],
    [['landscape', 'list', '--query', '['], ''],
  ])('%j is 2, one line of JSON on stderr', async (argv, message) => {
    for (const format of ['json', 'ndjson', 'yaml']) {
      for (const option of [['-o', format], [`--output=${format}`], [`-o${format}`]]) {
        const it = testWorld({ env: ORG });
        expect(await it.run(...argv, ...option)).toBe(2);
        expect(it.error()).toMatchObject({ kind: 'usage' });
        if (message) expect(it.error().message).toBe(message);
        expect(it.stdout()).toBe('');
      }
    }
    const byEnvironment = testWorld({ env: { ...ORG, ARCHCTL_OUTPUT: 'json' } });
    expect(await byEnvironment.run(...argv)).toBe(2);
    expect(byEnvironment.error().kind).toBe('usage');
    expect(byEnvironment.requests).toEqual([]);
  });

  test('the format is that of the option, not of a value that looks like one', async () => {
    for (const [argv, isJson] of [
      [['landscape', 'list', '--query', '-o', 'json'], false],
      [['landscape', 'list', '--nope', '--', '-o', 'json'], false],
      [['landscape', 'list', '--nope', '-qojson'], true],
      [['landscape', 'list', '--nope', '-o=json'], true],
    ] as const) {
      const it = testWorld({ env: ORG });
      expect(await it.run(...argv)).toBe(2);
      expect(it.stderr().startsWith('{'), argv.join(' ')).toBe(isJson);
    }
  });

  test('an unknown format is reported as text', async () => {
    const it = testWorld({ env: ORG });
    expect(await it.run('landscape', 'list', '-o', 'xml')).toBe(2);
    expect(it.stderr()).toContain('"xml" is not one of table, json, ndjson, yaml, csv');
    const inCsv = testWorld();
    expect(await inCsv.run('landscpae', '-o', 'csv')).toBe(2);
    expect(inCsv.stderr()).toMatch(
      /^error: "landscpae" is not a command\.\nhint: Did you mean "archctl landscape"\?\n$/,
    );
  });

  test('--csv-safe neutralizes formulas in CSV, which are unchanged without it', async () => {
    const json = { landscapes: [{ id: 'L1', name: '=HYPERLINK("http://x")' }] };
    const safe = await answered({ json }, '-o', 'csv', '--fields', 'id,name', '--csv-safe');
    expect(safe.it.stdout()).toBe(`id,name\nL1,"'=HYPERLINK(""http://x"")"\n`);
    const faithful = await answered({ json }, '-o', 'csv', '--fields', 'id,name');
    expect(faithful.it.stdout()).toBe(`id,name\nL1,"=HYPERLINK(""http://x"")"\n`);
    const lone = await answered({ json }, '-o', 'json', '--csv-safe');
    expect(lone.code).toBe(2);
    expect(lone.it.error()).toMatchObject({ kind: 'usage', message: '--csv-safe requires CSV.' });
    expect(lone.it.requests).toEqual([]);
  });

  test('a malformed key is reported once, without its value', async () => {
    const it = testWorld({ env: { ...ORG, ARCHCTL_API_KEY: 'hush-hush' } });
    mkdirSync(join(it.directory, 'config'));
    const main = { baseUrl: 'https://x.example', keyId: 'k', secret: 'stored-secret', plan: 'growth' };
    writeFileSync(
      join(it.directory, 'config', 'profiles.json'),
      JSON.stringify({ current: 'main', profiles: { main } }),
    );
    expect(await it.run('landscape', 'list', '-o', 'json')).toBe(2);
    expect(it.error().kind).toBe('usage');
    expect(it.stderr()).not.toMatch(/hush-hush|stored-secret/);
  });
});

describe('help', () => {
  test.each([['--version'], ['-V']])('%s prints only the version', async (option) => {
    const it = testWorld();
    expect(await it.run(option)).toBe(0);
    expect(it.stdout()).toBe(`${VERSION}\n`);
  });

  test.each<[string[], number, 'stdout' | 'stderr', RegExp]>([
    [[], 0, 'stdout', /^archctl [\d.]+/],
    [['--help'], 0, 'stdout', /^archctl [\d.]+/],
    [['landscape', '--help'], 0, 'stdout', /archctl landscape <command>/],
    [['landscapes', '-h'], 0, 'stdout', /archctl landscape <command>/],
    [['landscape'], 2, 'stderr', /archctl landscape <command>/],
    [['landscape', 'list', '--nonsense', '-h'], 0, 'stdout', /archctl landscape list/],
    [['landscape', 'delete', 'L', '-yh'], 0, 'stdout', /archctl landscape delete/],
    [['help'], 0, 'stdout', /^archctl [\d.]+/],
    [['help', 'exit-codes'], 0, 'stdout', /130/],
    [['help', 'landscapes', 'list'], 0, 'stdout', /archctl landscape list/],
    [['help', 'nonsense'], 2, 'stderr', /is not a command/],
  ])('%j', async (argv, code, stream, text) => {
    const it = testWorld({ signedIn: false });
    expect(await it.run(...argv)).toBe(code);
    expect(it[stream]()).toMatch(text);
    expect(it[stream === 'stdout' ? 'stderr' : 'stdout']()).toBe('');
  });

  test('an option without a command is a usage error', async () => {
    const it = testWorld();
    expect(await it.run('-o', 'json')).toBe(2);
    expect(it.error().kind).toBe('usage');
  });
});

describe('--debug', () => {
  test('shows the exchange without secrets', async () => {
    const it = testWorld({
      env: ORG,
      reply: () => ({
        headers: { 'set-cookie': 'session=hush-hush' },
        json: { ...landscapes, token: 'hush-hush' },
      }),
    });
    expect(await it.run('landscape', 'list', '--debug', '-o', 'json')).toBe(0);
    expect(it.stderr()).toContain('> GET https://api.example.com/v1/organizations/O/landscapes');
    expect(it.stderr()).toContain('< 200');
    expect(it.stderr()).not.toMatch(new RegExp(`hush-hush|${SECRET}`));
    expect(it.json()).toEqual(landscapes.landscapes);
  });
});

describe('auth login', () => {
  const user = { id: 'U', name: 'Ann', email: 'ann@example.com', defaultOrganizationId: 'ORG1' };
  const URL_ = 'https://api.example.com/v1';
  const profiles = (it: TestWorld) =>
    JSON.parse(readFileSync(join(it.directory, 'config', 'profiles.json'), 'utf8')) as {
      current: string;
      profiles: Record<string, Record<string, string>>;
    };

  test('with a new profile, from stdin: verified, saved, never shown', async () => {
    const it = testWorld({ signedIn: false, stdin: `kid:${SECRET}\n`, reply: () => ({ json: { user } }) });
    const argv = ['auth', 'login', '-p', 'ci', '--base-url', URL_, '--key-stdin', '-o', 'json'];
    expect(await it.run(...argv), it.stderr()).toBe(0);
    expect(profiles(it)).toMatchObject({
      current: 'ci',
      profiles: { ci: { keyId: 'kid', secret: SECRET, org: 'ORG1' } },
    });
    expect(it.stdout() + it.stderr()).not.toContain(SECRET);
    expect(it.requests[0]?.headers.authorization).toBe(`ApiKey kid:${SECRET}`);
    expect(statSync(join(it.directory, 'config', 'profiles.json')).mode & 0o777).toBe(0o600);
  });

  test('by prompt on a terminal', async () => {
    const answers = [
      { ask: 'input', message: 'Service address', answer: 'https://api.example.com' },
      { ask: 'secret', message: 'API key', answer: `kid:${SECRET}` },
    ] as const;
    const it = testWorld({ signedIn: false, answers, reply: () => ({ json: { user } }) });
    expect(await it.run('auth', 'login'), it.stderr()).toBe(0);
    expect(profiles(it).profiles.default).toMatchObject({ baseUrl: `${URL_}/`, secret: SECRET });
  });

  test('a key that the service rejects leaves a working profile unchanged', async () => {
    let status = 200;
    const it = testWorld({
      signedIn: false,
      reply: () => ({ status, json: status === 200 ? { user } : { message: 'No' } }),
    });
    writeFileSync(join(it.directory, 'good.txt'), `good:${SECRET}`);
    writeFileSync(join(it.directory, 'bad.txt'), 'bad:another-secret');
    const argv = (file: string) => ['auth', 'login', '--base-url', URL_, '--key-file', file, '-o', 'json'];
    expect(await it.run(...argv('good.txt')), it.stderr()).toBe(0);
    const before = profiles(it);
    status = 401;
    expect(await it.run(...argv('bad.txt'))).toBe(3);
    expect(profiles(it)).toEqual(before);
    expect(it.stderr()).not.toContain('another-secret');
  });

  test.each([
    [['--key-stdin', '--key-file', 'x'], 2],
    [['--key-file', 'nowhere'], 2],
    [['--key-file', 'empty'], 2],
    [[], 2],
  ])('%j is %i and sends nothing', async (options, code) => {
    const it = testWorld({ signedIn: false });
    writeFileSync(join(it.directory, 'empty'), '');
    expect(await it.run('auth', 'login', '--base-url', URL_, ...options, '-o', 'json')).toBe(code);
    expect(it.error().kind).toBe('usage');
  });
});

describe('keys create', () => {
  const created = { apiKey: { id: 'K', name: 'ci', permission: 'read' }, secret: 'fresh-secret-123' };
  const argv = ['keys', 'create', '--name', 'ci', '--permission', 'read', '-o', 'json'];
  const world = () => testWorld({ env: ORG, reply: () => ({ status: 201, json: created }) });

  test('shows the secret once with a note', async () => {
    const it = world();
    expect(await it.run(...argv), it.stderr()).toBe(0);
    expect(it.json()).toMatchObject({ id: 'K', secret: 'fresh-secret-123' });
    expect(it.stderr()).toContain('shown only now');
  });

  test('saved in a file or a profile it is not printed', async () => {
    const it = world();
    expect(await it.run(...argv, '--secret-file', 'key.txt', '--save-profile', 'ci'), it.stderr()).toBe(0);
    expect(it.stdout() + it.stderr()).not.toContain('fresh-secret-123');
    expect(readFileSync(join(it.directory, 'key.txt'), 'utf8')).toBe('K:fresh-secret-123\n');
    expect(statSync(join(it.directory, 'key.txt')).mode & 0o777).toBe(0o600);
    const { profiles, current } = JSON.parse(
      readFileSync(join(it.directory, 'config', 'profiles.json'), 'utf8'),
    );
    expect(profiles.ci).toMatchObject({ keyId: 'K', secret: 'fresh-secret-123', org: 'O' });
    expect(current).toBeUndefined();
  });

  test('an existing target is detected before the key is created', async () => {
    const it = testWorld({ env: ORG });
    writeFileSync(join(it.directory, 'key.txt'), 'precious');
    expect(await it.run(...argv, '--secret-file', 'key.txt')).toBe(2);
    expect(readFileSync(join(it.directory, 'key.txt'), 'utf8')).toBe('precious');
    expect(it.requests).toEqual([]);
  });

  test('a rejected key leaves no file behind', async () => {
    const it = testWorld({ env: ORG, reply: () => ({ status: 403, json: { message: 'No' } }) });
    expect(await it.run(...argv, '--secret-file', 'key.txt')).toBe(3);
    expect(() => statSync(join(it.directory, 'key.txt'))).toThrow('ENOENT');
  });
});

describe('api', () => {
  const world = (stdin = '') => testWorld({ stdin, reply: () => ({ json: { ok: true } }) });

  test('reads without a body', async () => {
    const it = world();
    expect(
      await it.run('api', 'get', '/v1/things', '--query-param', 'filter[a]=b c', '-o', 'json'),
      it.stderr(),
    ).toBe(0);
    expect(it.requests[0]).toMatchObject({ method: 'GET', body: undefined });
    expect(decodeURIComponent(it.requests[0]?.url.href ?? '')).toMatch(
      /^https:\/\/api\.example\.com\/v1\/things\?filter\[a\]=b[ +]c$/,
    );
  });

  test('sends fields, files and stdin', async () => {
    const fields = world();
    expect(
      await fields.run('api', 'POST', 'x', '-f', 'a.b=1', '-F', 'a.c=1', '-F', 'd=null', '-o', 'json'),
    ).toBe(0);
    expect(JSON.parse(String(fields.requests[0]?.body))).toEqual({ a: { b: '1', c: 1 }, d: null });
    const stdin = world('{"from":"stdin"}');
    expect(await stdin.run('api', 'PUT', 'x', '--input', '-', '--no-input', '-o', 'json')).toBe(0);
    expect(stdin.requests[0]?.body).toBe('{"from":"stdin"}');
  });

  test.each([
    'https://evil.example/v1/x',
    '//evil.example/x',
    'http://api.example.com/v1/x',
    '../../x',
    '\\\\evil.example\\x',
  ])('the key is not sent elsewhere: %s', async (path) => {
    const it = world();
    await it.run('api', 'GET', path, '-o', 'json');
    for (const { url } of it.requests)
      expect(`${url.origin}${url.pathname}`).toMatch(/^https:\/\/api\.example\.com\/v1\//);
  });
});

describe('logs tail', () => {
  const log = (id: string, second: number, more = {}) => ({
    id,
    performedAt: `2025-11-21T11:00:${String(second).padStart(2, '0')}.000Z`,
    performedBy: 'user',
    performedById: 'U',
    action: { type: 'landscape-create' },
    ...more,
  });
  const organizationLogs = [log('a', 1), log('b', 2, { landscapeId: 'L' }), log('c', 3), log('d', 3)];
  const reply = ({ url }: { url: URL }): Reply => {
    const query = decodeURIComponent(url.search);
    const from = /startAtDate\]?=([^&]+)/.exec(query)?.[1] ?? '';
    const found = organizationLogs.filter(({ performedAt }) => performedAt >= from);
    return { json: { organizationLogs: query.includes('desc') ? found.reverse() : found } };
  };
  const ids = (it: TestWorld) =>
    it
      .stdout()
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { id: string }).id);

  test('resumed by count repeatedly, it neither repeats nor omits an entry', async () => {
    const it = testWorld({ env: ORG, reply });
    const argv = ['logs', 'tail', '--no-follow', '--resume', '--count', '1', '-n', '9', '-o', 'ndjson'];
    for (let turn = 0; turn < 6; turn++) await it.run(...argv);
    expect(ids(it)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('another landscape has another cursor', async () => {
    const it = testWorld({ env: ORG, reply });
    const argv = ['logs', 'tail', '--no-follow', '--resume', '--since', '2025-11-21', '-o', 'ndjson'];
    expect(await it.run(...argv), it.stderr()).toBe(0);
    expect(await it.run(...argv, '--landscape', 'L'), it.stderr()).toBe(0);
    expect(await it.run(...argv)).toBe(0);
    expect(ids(it)).toEqual(['a', 'b', 'c', 'd', 'b']);
  });
});

test('every kind of error has an exit code', () => {
  const codes = Object.values(EXIT_CODES).map(({ code }) => code);
  expect([...new Set(codes)].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 130]);
});
