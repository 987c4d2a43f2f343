import { chmodSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../src/base/errors.js';
import { VERSION } from '../../src/base/version.js';
import { installationOf } from '../../src/commands/upgrade/shared/installation.js';
import { compareVersions, isVersion } from '../../src/commands/upgrade/shared/semver.js';
import { type Reply, type TestWorldOptions, temporaryDirectory, testWorld } from '../cli/world.js';

/** Runs `upgrade` in JSON with a registry that answers in this way. */
const upgrade = async (reply: Reply | undefined, argv: string[], options: TestWorldOptions = {}) => {
  const world = testWorld({
    signedIn: false,
    env: REGISTRY,
    ...(reply && { reply: () => reply }),
    ...options,
  });
  const code = await world.run('upgrade', ...argv, '-o', 'json');
  return { ...world, code };
};
/** Environment of a machine. */
const REGISTRY = { npm_config_registry: 'https://npm.test/' };
const newest = (latest: string): Reply => ({ json: { latest, next: '99.0.0-beta.1' } });

describe('upgrade --check', () => {
  it('reports a newer version, and how to get it; that is not a failure', async () => {
    const ran = await upgrade(newest('99.1.0'), ['--check']);
    expect(ran.code).toBe(0);
    expect(ran.json()).toEqual({
      current: VERSION,
      latest: '99.1.0',
      isOutdated: true,
      installedBy: 'standalone',
      command: expect.stringContaining('newer release'),
    });
    expect(ran.stderr()).toContain(`archctl 99.1.0 is available; this is ${VERSION}.`);
  });

  it.each([
    [VERSION, 'This is the newest version.'],
    ['0.0.1', 'This version is newer than the latest release, 0.0.1.'],
    [`${VERSION}-rc.1`, 'This version is newer than'],
  ])('is up to date if the newest is %s', async (latest, said) => {
    const ran = await upgrade(newest(latest), ['--check']);
    expect(ran.code).toBe(0);
    expect(ran.json()).toMatchObject({ latest, isOutdated: false });
    expect(ran.stderr()).toContain(said);
  });

  it('sends the registry one request, without a key or data about the user', async () => {
    // Signed in: the key must not be sent.
    const ran = await upgrade(newest('1.0.0'), ['--check'], { signedIn: true, env: REGISTRY });
    expect(ran.requests).toHaveLength(1);
    const [{ method, url, headers, body } = {}] = ran.requests;
    expect([method, String(url), body]).toEqual([
      'GET',
      'https://npm.test/-/package/archctl/dist-tags',
      undefined,
    ]);
    expect(headers).toEqual({ accept: '*/*', 'user-agent': `archctl/${VERSION}` });
  });

  it.each([
    [['--registry', 'https://npm.test/team/npm'], {}, 'https://npm.test/team/npm/'],
    [[], { npm_config_registry: 'https://lower.test/' }, 'https://lower.test/'],
    [[], { NPM_CONFIG_REGISTRY: 'http://localhost:4873' }, 'http://localhost:4873/'],
    [['--registry', 'https://said.test'], { npm_config_registry: 'https://set.test' }, 'https://said.test/'],
  ])('uses the registry of %j and %j', async (argv, env, expected) => {
    const ran = await upgrade(newest('1.0.0'), ['--check', ...argv], { env });
    expect(String(ran.requests[0]?.url)).toBe(`${expected}-/package/archctl/dist-tags`);
  });

  it(`uses the registry of npm's configuration, if the environment names none`, async () => {
    const directory = temporaryDirectory();
    const npm = join(directory, 'npm');
    const env = { PATH: directory };
    writeFileSync(
      npm,
      '#!/bin/sh\n[ "$1 $2 $3" = "config get registry" ] && echo https://mirror.test/npm/\n',
    );
    chmodSync(npm, 0o755);
    const ran = await upgrade(newest('1.0.0'), ['--check'], { env });
    expect(String(ran.requests[0]?.url)).toBe('https://mirror.test/npm/-/package/archctl/dist-tags');
    for (const silent of ['#!/bin/sh\n', '#!/bin/sh\nexit 1\n', undefined]) {
      if (silent === undefined) rmSync(npm);
      else writeFileSync(npm, silent);
      const refused = await upgrade(undefined, ['--check'], { env });
      expect(refused.code).toBe(EXIT_CODES.usage.code);
      expect(refused.error()).toMatchObject({ hint: expect.stringContaining('--registry URL') });
    }
  });

  it.each([
    [{ status: 404, json: { error: 'Not found' } }, 'not-found', 'archctl is not published on'],
    [{ status: 401, text: '' }, 'auth', 'HTTP 401'],
    [{ status: 405, text: '' }, 'unexpected', 'HTTP 405'],
    [{ text: '<html>hotel</html>' }, 'unavailable', 'does not respond like an npm registry'],
    [{ json: { latest: 'soon\u001b[31m' } }, 'unavailable', 'does not respond like an npm registry'],
    [{ json: {} }, 'unavailable', 'does not respond like an npm registry'],
    [{ json: { latest: '1.0.0', padding: 'x'.repeat(70_000) } }, 'unavailable', 'larger than'],
  ] as const)('of %j ends in %s', async (reply, kind, message) => {
    const ran = await upgrade(reply as Reply, ['--check', '--retries', '0']);
    expect(ran.error()).toMatchObject({ kind, message: expect.stringContaining(message) });
    expect(ran.code).toBe(EXIT_CODES[kind].code);
    expect(ran.error().hint ?? '').not.toMatch(/auth login|landscape/);
  });

  it.each([
    ['registry.test', 'not an http'],
    ['https://me:secret-word@registry.test/', 'user name or password'],
    ['https://registry.test/?token=secret-word', 'a query'],
    ['http://registry.test/', 'Plain http is not allowed'],
  ])('rejects the registry %s without a request', async (registry, message) => {
    const ran = await upgrade(undefined, ['--check', '--registry', registry]);
    expect(ran.error()).toMatchObject({ kind: 'usage', message: expect.stringContaining(message) });
    expect(ran.requests).toEqual([]);
    expect(ran.stderr()).not.toContain('secret-word');
  });
});

it('upgrade without --check sends no request', async () => {
  const ran = await upgrade(undefined, []);
  expect(ran.code).toBe(0);
  expect(ran.requests).toEqual([]);
  expect(Object.keys(ran.json())).toEqual(['current', 'installedBy', 'command']);
});

describe('the installation', () => {
  const installed = (path: string, ...others: string[]): ReturnType<typeof installationOf> => {
    const root = realpathSync(temporaryDirectory());
    for (const file of [path, ...others]) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), '');
    }
    // Like npm: a link in a directory of commands.
    symlinkSync(join(root, path), join(root, 'archctl'));
    return installationOf(['node', join(root, 'archctl')]);
  };
  const bin = 'node_modules/archctl/bin/archctl.js';

  it.each([
    ['npm', [`prefix ü/lib/${bin}`], 'npm install --global archctl@latest'],
    ['project', [`app/${bin}`, 'app/package.json'], 'npm install archctl@latest'],
    ['npx', [`.npm/_npx/0123/${bin}`, '.npm/_npx/0123/package.json'], 'npx archctl@latest'],
    [
      'pnpm',
      [`share/pnpm/global/5/${bin}`, 'share/pnpm/global/5/package.json'],
      'pnpm add --global archctl@latest',
    ],
    [
      'yarn',
      [`.config/yarn/global/${bin}`, '.config/yarn/global/package.json'],
      'yarn global add archctl@latest',
    ],
    [
      'bun',
      [`.bun/install/global/${bin}`, '.bun/install/global/package.json'],
      'bun add --global archctl@latest',
    ],
    ['source', ['clone/bin/archctl.js', 'clone/src/main.ts'], 'git pull && npm ci && npm run build'],
    ['unknown', ['opt/archctl/bin/archctl.js'], 'npm install --global archctl@latest'],
  ])('by %s is detected by its path', (kind, files, command) => {
    const [path = '', ...others] = files;
    expect(installed(path, ...others)).toEqual({ kind, command });
  });

  it('as a single file has no script', () => {
    expect(installationOf(['/usr/local/bin/archctl']).kind).toBe('standalone');
  });
});

describe('precedence of versions', () => {
  // The order of Semantic Versioning 2.0.0, §11, with some versions added.
  const ORDER = [
    '0.9.10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ];

  it('follows Semantic Versioning', () => {
    for (const [at, one] of ORDER.entries()) {
      for (const [other, two] of ORDER.entries())
        expect(Math.sign(compareVersions(one, two)), `${one} ${two}`).toBe(Math.sign(at - other));
    }
    expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0);
    expect(compareVersions('v1.0.0', '1.0.0')).toBe(0);
  });

  it('accepts only versions', () => {
    expect(['1.0', '', 'latest', '1.0.0 x', '1.0.0-'].filter(isVersion)).toEqual([]);
    expect(() => compareVersions('1.0.0', 'latest')).toThrow(TypeError);
  });
});
