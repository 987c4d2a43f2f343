import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/base/version.js';
import { type Home, home } from '../support/binary.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

let user: Home;
let sandbox: ServedSandbox;
beforeAll(async () => {
  user = home();
  sandbox = await serveForProgram(user);
});
afterAll(async () => {
  await sandbox.stop();
  await user.remove();
});

const ESCAPE = '\u001b';

describe('a pipe', () => {
  it('contains tab-separated rows without a header, and nothing else', async () => {
    const { code, stdout, stderr } = await user.run(['landscape', 'list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const rows = stdout.trimEnd().split('\n');
    expect(rows.map((row) => row.split('\t').slice(0, 2))).toEqual([
      [sandbox.landscapeId, 'Ferry Platform'],
      [expect.stringMatching(/^\w{20}$/), 'Back Office'],
    ]);
    expect(rows[0]).toMatch(/\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('may close early: the producer ends quietly with 0', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in.
    const line = 'archctl technology list -o ndjson | head -1; echo "${PIPESTATUS[0]}"';
    const { stdout, stderr } = await user.shell(line);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\{.*\}\n0\n$/);
  });

  it('may be closed before the first byte', async () => {
    const { stdout, stderr } = await user.shell(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in.
      'archctl landscape list | exec 0<&-; echo "${PIPESTATUS[0]}"',
    );
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
  });

  it.each(['--version', '--help', 'landscape --help', 'landscape list --help'])(
    'reports that %s could not be written, and is quiet without a reader',
    async (words) => {
      const full = await user.shell(`archctl ${words} > /dev/full; echo $?`);
      expect(full.stdout).toBe('2\n');
      expect(full.stderr).toBe('error: Cannot write to stdout: the disk is full.\n');
      const gone = await user.shell(`archctl ${words} | exec 0<&-; echo "\${PIPESTATUS[0]}"`);
      expect({ stdout: gone.stdout, stderr: gone.stderr }).toEqual({ stdout: '0\n', stderr: '' });
    },
  );

  it('ends a tail when a record has no reader', async () => {
    const tail = user.start(['logs', 'tail', '-n', '1', '--interval', '0.1']);
    await tail.until(/\n/);
    tail.child.stdout?.destroy();
    await sandbox.request('POST', `/v1/landscapes/${sandbox.landscapeId}/versions/latest/tag-groups`, {
      name: 'Nobody reads this',
      icon: 'bug',
      index: 1,
    });
    expect(await tail.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('has a table in the width of COLUMNS, without colour or relative times', async () => {
    const { stdout, stderr } = await user.run(['technology', 'list', '-o', 'table', '--wide'], {
      env: { COLUMNS: '40' },
    });
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ID {20}Name/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(stdout).not.toContain(ESCAPE);
    expect(stderr).toContain('Not shown: ');
  });
});

// Other ways to request or disable colour are tested with the environment of a user.
describe('colour in a pipe', () => {
  const list = ['landscape', 'list', '-o', 'table'];
  it.each([
    ['CLICOLOR_FORCE=0', { CLICOLOR_FORCE: '0' }, [], false],
    ['--no-color, which goes first', { CLICOLOR_FORCE: '1' }, ['--no-color'], false],
  ])('%s', async (_, env, args, coloured) => {
    const { code, stdout } = await user.run([...list, ...args], { env: { ...env, COLUMNS: '120' } });
    expect(code).toBe(0);
    expect(stdout.includes(ESCAPE)).toBe(coloured);
  });
});

describe('without an account', () => {
  const nobody = { ARCHCTL_CONFIG_DIR: '/nonexistent/config' };

  it('prints its version', async () => {
    expect(await user.run(['--version'], { env: nobody })).toMatchObject({ code: 0, stdout: `${VERSION}\n` });
  });

  it('lists both remedies, exit code 3', async () => {
    const { code, stdout, stderr } = await user.run(['landscape', 'list'], { env: nobody });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('archctl auth login');
    expect(stderr).toContain('archctl sandbox start');
  });

  it('prints one line of JSON for machines', async () => {
    const { code, stdout, stderr } = await user.run(['landscape', 'list', '-o', 'json'], { env: nobody });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({
      error: { kind: 'auth', hint: expect.stringContaining('sandbox') },
    });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('rejects an unknown command with 2, and suggests', async () => {
    const { code, stdout, stderr } = await user.run(['landscape', 'lst'], { env: nobody });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('archctl landscape list');
  });

  it('works without HOME', async () => {
    const env = { HOME: undefined, ARCHCTL_CONFIG_DIR: undefined, ARCHCTL_STATE_DIR: undefined };
    const { code, stderr } = await user.run(['landscape', 'list', '-o', 'json'], {
      env: { ...env, XDG_CONFIG_HOME: user.directory, XDG_STATE_HOME: user.directory },
    });
    expect(code).toBe(3);
    expect(stderr).toContain('Not signed in');
    // Without any variable: the account's home directory, from the password file.
    expect(await user.run(['help', 'exit-codes'], { env })).toMatchObject({ code: 0 });
  });
});

describe('a read-only configuration directory', () => {
  // Not even root can write through a dangling link.
  const unwritable = (): string => {
    const path = join(user.directory, 'unwritable');
    symlinkSync(join(user.directory, 'missing', 'directory'), path);
    return path;
  };

  it('is an error only for commands that must save', async () => {
    const { keyId, secret, baseUrl } = user.profile('sandbox');
    const env = {
      ARCHCTL_CONFIG_DIR: unwritable(),
      ARCHCTL_API_KEY: `${keyId}:${secret}`,
      ARCHCTL_BASE_URL: baseUrl,
      ARCHCTL_ORG: sandbox.organizationId,
    };
    expect(await user.run(['landscape', 'list'], { env })).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout, stderr } = await user.run(['auth', 'login', '--key-stdin'], {
      env: { ...env, ARCHCTL_API_KEY: undefined },
      stdin: `${keyId}:${secret}\n`,
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`Cannot save the profiles in ${env.ARCHCTL_CONFIG_DIR}`);
    expect(stderr).toContain('ARCHCTL_CONFIG_DIR selects another directory');
    expect(stderr).not.toContain(secret);
  });
});
