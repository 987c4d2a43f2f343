import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Home, home, PROGRAM, type ProcessResult } from '../support/binary.js';
import { keepNames } from '../support/completion-cache.js';

const SECRET = 'never-in-a-process-list';
let user: Home;
let server: Server;
let requests: string[];
/** Command lines of refreshes, observed while the service is being called. */
let seen: string[];

beforeEach(async () => {
  user = home();
  requests = [];
  seen = [];
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    seen.push(...commandLines().filter((line) => line.includes('__refresh-completions')));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ diagrams: [{ id: 'D1', name: 'Booking Apps' }] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const landscape = 'LandscapeOfTheTest00';
  const profile = { baseUrl: `http://127.0.0.1:${port}/v1`, keyId: 'kid', secret: SECRET, landscape };
  mkdirSync(user.config);
  writeFileSync(
    join(user.config, 'profiles.json'),
    JSON.stringify({ current: 'work', profiles: { work: profile } }),
  );
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await user.remove();
});

function commandLines(): string[] {
  if (!existsSync('/proc/self/cmdline')) return [];
  return readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
    } catch {
      return [];
    }
  });
}

/** Without a compile cache, which a refresh would write at its end, unobserved. */
const tab = (line: string, env: Record<string, string> = {}): Promise<ProcessResult> =>
  user.run(['__complete', 'fish', line], { env: { XDG_CACHE_HOME: '/dev/null', ...env } });
const ids = ({ stdout }: ProcessResult): string[] => stdout.trimEnd().split('\n').slice(1);

describe('a Tab', () => {
  it('sends no request itself; many Tabs cause one request, in the background', async () => {
    const first = await Promise.all(Array.from({ length: 4 }, () => tab('archctl diagram get -p work ')));
    for (const { code, stderr } of first) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    let names: string[] = [];
    while (names.length === 0) names = ids(await tab('archctl diagram get -p work '));
    expect(names).toEqual(['Booking Apps']);
    expect(requests).toHaveLength(1);
    for (const line of seen) expect(line).toContain('{"profile":"work"}');
    expect(seen.join()).not.toContain(SECRET);
    const kept = readdirSync(join(user.state, 'completion'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.json'))
      .map((path) => readFileSync(join(user.state, 'completion', path), 'utf8'));
    expect(kept).toHaveLength(1);
    expect(kept.join()).not.toContain(SECRET);
  });

  it('is answered at once if the cache is a pipe without a writer', async () => {
    const [{ baseUrl = '' } = {}] = Object.values(user.profiles().profiles);
    const env = { ...user.env, ARCHCTL_API_KEY: 'kid:x', ARCHCTL_BASE_URL: baseUrl, ARCHCTL_LANDSCAPE: 'L' };
    const path = keepNames(env, 'diagram', []);
    writeFileSync(`${path}.asked`, '');
    rmSync(path);
    execFileSync('mkfifo', [path]);
    expect(await tab('archctl diagram get ', env)).toMatchObject({
      code: 0,
      stdout: 'words\n',
      stderr: '',
    });
    expect(dirname(path)).toContain(user.state);
    expect(requests).toEqual([]);
  });

  it.each([
    [['__complete']],
    [['__complete', 'tcsh', 'archctl ']],
    [['__complete', 'bash']],
    [['__complete', 'powershell', '%%%']],
    [['__complete', 'constructor', 'x']],
    [['__refresh-completions']],
    [['__refresh-completions', 'diagram', '{']],
  ])('on an invalid line prints nothing: %j', async (argv) => {
    const { code, stderr } = await user.run(argv);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('in a deleted directory, or without a writable cache, still completes words', async () => {
    const { stdout, stderr } = await user.shell(
      `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${PROGRAM}" __complete fish "archctl dia"`,
    );
    expect({ stdout, stderr }).toEqual({
      stdout: 'words\ndiagram\tDraw, read, change and export diagrams\n',
      stderr: '',
    });
    const nowhere = { ARCHCTL_STATE_DIR: '/dev/null/state' };
    expect(await tab('archctl diagram get ', nowhere)).toMatchObject({ code: 0, stderr: '' });
    expect(requests).toEqual([]);
  });
});
