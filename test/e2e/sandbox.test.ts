import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unwatchFile,
  watchFile,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processStart } from '../../src/commands/shared/process.js';
import { type Home, home, type SandboxReady } from '../support/binary.js';

let user: Home;
beforeAll(() => {
  user = home();
});
afterAll(() => user.remove());

const READY: Record<keyof SandboxReady, unknown> = {
  type: 'ready',
  version: 1,
  baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  port: expect.any(Number),
  pid: expect.any(Number),
  profile: 'sandbox',
  organizationId: expect.stringMatching(/^\w{20}$/),
  landscapeId: expect.stringMatching(/^\w{20}$/),
  plan: 'growth',
  dataDir: null,
};

/** Command lines of all visible processes, by process id. */
function commandLines(): Map<number, string> {
  const found = new Map<number, string>();
  for (const name of readdirSync('/proc').filter((it) => /^\d+$/.test(it))) {
    try {
      found.set(Number(name), readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '));
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

/** A zombie is not alive. */
const isAlive = (pid: number): boolean => processStart(pid) !== undefined;

describe('sandbox start', () => {
  it('--detach leaves one running, which status shows, a second start respects and stop ends', async () => {
    const started = await user.run(['sandbox', 'start', '--detach', '-o', 'json', '--plan', 'growth']);
    expect(started).toMatchObject({ code: 0, stderr: '' });
    const ready = JSON.parse(started.stdout) as SandboxReady;
    const dataDir = join(user.state, 'sandbox');
    // The shape is stable: a removed field breaks scripts, and a new one needs version 2 or a reason.
    expect(ready).toEqual({ ...READY, dataDir });
    expect(Object.keys(ready)).toEqual(Object.keys(READY));
    expect(ready.baseUrl).toBe(`http://127.0.0.1:${ready.port}`);

    const status = await user.run(['sandbox', 'status', '-o', 'json']);
    expect(JSON.parse(status.stdout)).toMatchObject({
      running: true,
      pid: ready.pid,
      dataDir,
      plan: 'growth',
    });
    expect((await user.run(['landscape', 'list'])).stdout).toContain('Ferry Platform');

    const lines = commandLines();
    expect(lines.get(ready.pid)).toContain('sandbox start');
    expect([...lines.values()].filter((it) => it.includes(user.profile('sandbox').secret))).toEqual([]);
    expect(statSync(join(user.config, 'profiles.json')).mode & 0o777).toBe(0o600);

    const second = await user.run(['sandbox', 'start', '-o', 'json']);
    expect(second).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.parse(second.stderr).error.message).toBe(
      `The data directory ${dataDir} is in use by another sandbox (process ${ready.pid}).`,
    );
    const detached = await user.run(['sandbox', 'start', '--detach', '-o', 'json']);
    expect(detached).toMatchObject({ code: 2, stdout: '', stderr: second.stderr });

    const reset = await user.run(['sandbox', 'reset']);
    expect(reset).toMatchObject({ code: 2, stdout: '' });
    expect(reset.stderr).toContain('--yes');
    const tagGroup = ['tag-group', 'create', '--name', 'Until the reset', '--icon', 'bug', '--index', '1'];
    expect(await user.run(tagGroup)).toMatchObject({ code: 0 });
    const groups = ['api', 'GET', `landscapes/${ready.landscapeId}/versions/latest/tag-groups`];
    expect((await user.run(groups)).stdout).toContain('Until the reset');
    expect(await user.run(['sandbox', 'reset', '--yes'])).toMatchObject({ code: 0, stdout: '' });
    // In place: address, key and landscape stay valid.
    const after = await user.run(groups);
    expect(after.code).toBe(0);
    expect(after.stdout).not.toContain('Until the reset');

    expect(await user.run(['sandbox', 'stop'])).toMatchObject({ code: 0, stdout: '' });
    expect(isAlive(ready.pid)).toBe(false);
    const ended = await user.run(['sandbox', 'status', '-o', 'json']);
    expect(JSON.parse(ended.stdout)).toEqual({ running: false });
    expect(await user.run(['sandbox', 'stop'])).toMatchObject({ code: 0 });
  });

  it('is not confused with a process that reuses its id', async () => {
    const own = home();
    try {
      const { stdout } = await own.run([
        ...['sandbox', 'start', '--detach', '--ephemeral', '--seed', 'empty', '-o', 'json'],
      ]);
      const { pid } = JSON.parse(stdout) as SandboxReady;
      const file = join(own.state, 'sandbox.json');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const record = readFileSync(file, 'utf8');
      const dead = new Promise<void>((resolve) => {
        watchFile(file, { interval: 20 }, ({ nlink }) => nlink === 0 && resolve());
      });
      process.kill(pid, 'SIGTERM');
      await dead;
      unwatchFile(file);
      // As after kill -9, with a reused process id.
      writeFileSync(file, record.replace(`"pid": ${pid}`, `"pid": ${process.pid}`), { mode: 0o600 });
      expect(JSON.parse((await own.run(['sandbox', 'status', '-o', 'json'])).stdout)).toEqual({
        running: false,
      });
      const stopped = await own.run(['sandbox', 'stop']);
      expect(stopped).toMatchObject({ code: 0, stdout: '' });
      expect(stopped.stderr).toContain('No sandbox is running.');
    } finally {
      rmSync(join(own.state, 'sandbox.json'), { force: true });
      await own.remove();
    }
  });

  it('--detach passes on no secret, and writes its log beside the target of a link', async () => {
    const own = home();
    try {
      mkdirSync(own.state, { recursive: true });
      const precious = join(own.directory, 'precious');
      writeFileSync(precious, 'precious');
      symlinkSync(precious, join(own.state, 'sandbox.log'));
      const env = { ARCHCTL_API_KEY: 'id:the-key', ARCHCTL_WEBHOOK_SECRET: 'the-secret', OTHER: 'stays' };
      const started = await own.run(
        ['sandbox', 'start', '--detach', '--ephemeral', '--seed', 'empty', '-o', 'json'],
        { env },
      );
      expect(started.code, started.stderr).toBe(0);
      expect(readFileSync(precious, 'utf8')).toBe('precious');
      const { pid } = JSON.parse(started.stdout) as SandboxReady;
      if (process.platform === 'linux') {
        const handed = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        expect(handed).toEqual(expect.arrayContaining(['OTHER=stays', `ARCHCTL_STATE_DIR=${own.state}`]));
        expect(handed.filter((it) => /the-key|the-secret/.test(it))).toEqual([]);
      }
      expect(await own.run(['sandbox', 'stop'])).toMatchObject({ code: 0 });
    } finally {
      await own.remove();
    }
  });

  // Other addresses, and their warnings, are tested with the server of the sandbox.
  it.each([['0.0.0.0'], ['::1']])('--host %s writes a working profile', async (host) => {
    const own = home();
    try {
      const options = ['--ephemeral', '--seed', 'empty', '--host', host, '--allow-host', 'box.test'];
      const started = await own.run(['sandbox', 'start', '--detach', '-o', 'json', ...options]);
      expect(started.code, started.stderr).toBe(0);
      const isWide = host === '0.0.0.0' || host === '::';
      expect(started.stderr.includes(`The sandbox listens on ${host}`)).toBe(isWide);
      const { baseUrl, port } = JSON.parse(started.stdout) as SandboxReady;
      expect(baseUrl).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/);
      expect(await own.run(['organization', 'list', '-o', 'json'])).toMatchObject({ code: 0, stderr: '' });
      expect(await own.run(['sandbox', 'webhook', 'list', '-o', 'json'])).toMatchObject({ code: 0 });
      const health = (Host: string) =>
        new Promise<number | undefined>((resolve, reject) => {
          get(`${baseUrl}/v1/health`, { headers: { Host } }, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          }).once('error', reject);
        });
      expect([await health('box.test'), await health(`evil.test:${port}`)]).toEqual([200, 421]);
      expect(await own.run(['sandbox', 'stop'])).toMatchObject({ code: 0 });
    } finally {
      await own.remove();
    }
  });

  it('suggests a free port if the requested one is in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
      });
    });
    const { code, stdout, stderr } = await user.run([
      'sandbox',
      'start',
      '--ephemeral',
      '--port',
      String(port),
    ]);
    other.close();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is in use.`);
    expect(stderr).toMatch(/Port \d+ is free/);
  });
});

describe('sandbox exec', () => {
  const exec = (...command: string[]) => user.run(['sandbox', 'exec', '--seed', 'empty', '--', ...command]);

  it('gives the command a loopback address, whatever else it listens on', async () => {
    const line = [
      'sandbox',
      'exec',
      '--seed',
      'empty',
      '--host',
      '0.0.0.0',
      '--',
      'sh',
      '-c',
      'echo $ARCHCTL_BASE_URL; archctl organization list',
    ];
    const { code, stdout, stderr } = await user.run(line);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/\n/);
    expect(stderr).toContain('The sandbox listens on 0.0.0.0');
    const wrong = await user.run(['sandbox', 'exec', '--allow-host', 'http://box', '--', 'true']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('"http://box" is not a valid host.');
  });

  it('passes on the exit code of the command', async () => {
    expect(await exec('sh', '-c', 'exit 7')).toMatchObject({ code: 7, stderr: '' });
  });

  it('reports a signal like shells', async () => {
    expect(await exec('sh', '-c', 'kill -KILL $$')).toMatchObject({ code: 137 });
  });

  it('names a missing program, and requires one', async () => {
    // If a folder of the PATH is not accessible, the system reports only that.
    const env = { PATH: join(user.directory, 'bin') };
    const missing = await user.run(['sandbox', 'exec', '--seed', 'empty', '--', 'no-such-program'], { env });
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toContain('Cannot run no-such-program: program not found.');
    expect(await user.run(['sandbox', 'exec'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('signs the command in by its environment, whatever profile is active, and shows no secret', async () => {
    const script = [
      'env | grep ^ARCHCTL_ | cut -d= -f1 | sort',
      'for file in /proc/[0-9]*/cmdline; do tr "\\0" " " < "$file"; echo; done 2> /dev/null > lines',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in.
      'grep -c "${ARCHCTL_API_KEY#*:}" lines',
      'archctl landscape list --query "[].name" -o ndjson',
    ].join('\n');
    const result = await user.run(['sandbox', 'exec', '--', 'sh', '-c', script], {
      env: { ARCHCTL_PROFILE: 'of-somebody-else' },
    });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout.trimEnd().split('\n')).toEqual([
      'ARCHCTL_API_KEY',
      'ARCHCTL_BASE_URL',
      'ARCHCTL_CONFIG_DIR',
      'ARCHCTL_LANDSCAPE',
      'ARCHCTL_ORG',
      'ARCHCTL_STATE_DIR',
      '0',
      '"Ferry Platform"',
      '"Back Office"',
    ]);
  });
});
