import { chmodSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import type { Scope } from '../../src/contract/scopes.js';
import { configDirectory, stateDirectory } from '../../src/profiles/directories.js';
import type { Profile, ProfileFile } from '../../src/profiles/profile.js';
import { findProjectFile, PROJECT_FILE } from '../../src/profiles/project-file.js';
import { type GivenSettings, parseKey, resolveSettings } from '../../src/profiles/settings.js';
import type { ProfileStore } from '../../src/profiles/store.js';
import { temporaryDirectory } from '../cli/world.js';
import { runs } from '../support/property-runs.js';

const PROFILE: Profile = { baseUrl: 'https://api.example.com/v1', keyId: 'kid', secret: 'profile-secret' };

const storeOf = (file: ProfileFile): ProfileStore => ({
  path: '/config/profiles.json',
  read: () => file,
  update: async () => {
    throw new Error('Settings do not write.');
  },
});

interface Setting {
  given?: GivenSettings;
  env?: Record<string, string>;
  project?: Record<string, unknown> | string;
  file?: ProfileFile;
}

function settingsOf({ given = {}, env = {}, project, file = { profiles: {} } }: Setting) {
  const directory = temporaryDirectory();
  if (project !== undefined)
    writeFileSync(
      join(directory, PROJECT_FILE),
      typeof project === 'string' ? project : JSON.stringify(project),
    );
  const cwd = join(directory, 'deep', 'down');
  mkdirSync(cwd, { recursive: true });
  return { settings: resolveSettings({ given, env, cwd, store: storeOf(file) }), directory };
}

const thrownBy = (work: () => unknown): ArchctlError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ArchctlError) return error;
    throw error;
  }
  throw new Error('It did not throw.');
};

const signedIn = (profile: Partial<Profile> = {}): ProfileFile => ({
  current: 'main',
  profiles: { main: { ...PROFILE, ...profile } },
});

describe('scopes', () => {
  const PLACES: Record<Scope, { env: string; flag: string }> = {
    org: { env: 'ARCHCTL_ORG', flag: '--org' },
    landscape: { env: 'ARCHCTL_LANDSCAPE', flag: '--landscape' },
    landscapeVersion: { env: 'ARCHCTL_LANDSCAPE_VERSION', flag: '--landscape-version' },
  };

  test('option before environment before project file before profile, independently for each scope', () => {
    const level = fc.record({
      flag: fc.boolean(),
      env: fc.boolean(),
      project: fc.boolean(),
      profile: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.record({ org: level, landscape: level, landscapeVersion: level }), (levels) => {
        const given: GivenSettings = {};
        const env: Record<string, string> = {};
        const project: Record<string, string> = {};
        const profile: Partial<Profile> = {};
        for (const name of Object.keys(PLACES) as Scope[]) {
          if (levels[name].flag) given[name] = `${name}-flag`;
          if (levels[name].env) env[PLACES[name].env] = `${name}-env`;
          if (levels[name].project) project[name] = `${name}-project`;
          if (levels[name].profile) profile[name] = `${name}-profile`;
        }
        const { settings, directory } = settingsOf({ given, env, project, file: signedIn(profile) });
        for (const name of Object.keys(PLACES) as Scope[]) {
          const order = ['flag', 'env', 'project', 'profile'] as const;
          const first = order.find((one) => levels[name][one]);
          const sources = {
            flag: PLACES[name].flag,
            env: PLACES[name].env,
            project: join(directory, PROJECT_FILE),
            profile: `profile main (${name})`,
          };
          expect(settings.scope(name)).toEqual(
            first === undefined ? undefined : { value: `${name}-${first}`, source: sources[first] },
          );
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('an empty variable is ignored', () => {
    const { settings } = settingsOf({ env: { ARCHCTL_ORG: '' }, file: signedIn({ org: 'P' }) });
    expect(settings.scope('org')?.value).toBe('P');
  });

  test('an unneeded profile is not read', () => {
    const store: ProfileStore = {
      ...storeOf({ profiles: {} }),
      read: () => {
        throw new Error('read');
      },
    };
    const settings = resolveSettings({ given: { org: 'O' }, env: {}, cwd: '/', store });
    expect(settings.scope('org')?.value).toBe('O');
    expect(() => settings.profile()).toThrow('read');
  });
});

describe('profile', () => {
  const file: ProfileFile = {
    current: 'main',
    profiles: { main: PROFILE, ci: { ...PROFILE, keyId: 'ci' }, env: { ...PROFILE, keyId: 'env' } },
  };

  test('option before environment before the active one', () => {
    const name = (setting: Setting) => settingsOf({ file, ...setting }).settings.profileName();
    expect(name({})).toEqual({ value: 'main', source: '/config/profiles.json' });
    expect(name({ env: { ARCHCTL_PROFILE: 'env' } })).toEqual({ value: 'env', source: 'ARCHCTL_PROFILE' });
    expect(name({ env: { ARCHCTL_PROFILE: 'env' }, given: { profile: 'ci' } })).toEqual({
      value: 'ci',
      source: '--profile',
    });
    expect(name({ file: { profiles: file.profiles } })).toBeUndefined();
    expect(name({ file: { current: 'gone', profiles: {} } })).toBeUndefined();
  });

  test.each([{ given: { profile: 'nope' } }, { env: { ARCHCTL_PROFILE: 'nope' } }])(
    'an unknown one is an error: %j',
    (setting) => {
      const error = thrownBy(() => settingsOf({ file, ...setting }).settings.account());
      expect(error.kind).toBe('usage');
      expect(error.message).toBe('There is no profile "nope".');
      expect(error.facts.hint).toBe('Profiles: main, ci, env.');
    },
  );

  test('names of objects are not profiles', () => {
    for (const profile of ['constructor', '__proto__', 'toString'])
      expect(thrownBy(() => settingsOf({ file, given: { profile } }).settings.profile()).kind).toBe('usage');
  });

  test('counts belong to the key of the environment, otherwise to the profile, even a new one', () => {
    const name = (setting: Setting) => settingsOf({ file, ...setting }).settings.accountName();
    expect(name({})).toBe('main');
    expect(name({ given: { profile: 'ci' } })).toBe('ci');
    expect(name({ given: { profile: 'to-be-made' } })).toBe('to-be-made');
    expect(name({ env: { ARCHCTL_API_KEY: 'kid:hidden' } })).toBe('key-kid');
    expect(name({ file: { profiles: {} } })).toBe('default');
  });
});

describe('account', () => {
  test('a missing sign-in is an auth error, and lists both remedies', () => {
    const error = thrownBy(() => settingsOf({}).settings.account());
    expect(error.kind).toBe('auth');
    expect(error.exitCode).toBe(3);
    expect(error.facts.hint).toContain('archctl auth login');
    expect(error.facts.hint).toContain('archctl sandbox start');
  });

  test('a key without an address is a usage error', () => {
    expect(thrownBy(() => settingsOf({ env: { ARCHCTL_API_KEY: 'a:b' } }).settings.account()).kind).toBe(
      'usage',
    );
  });

  test('the environment overrides the profile', () => {
    const env = { ARCHCTL_API_KEY: 'env:envsecret', ARCHCTL_BASE_URL: 'https://env.example' };
    const { settings } = settingsOf({ env, file: signedIn(), given: { baseUrl: 'https://flag.example' } });
    expect(settings.account()).toEqual({
      baseUrl: 'https://flag.example',
      credentials: { id: 'env', secret: 'envsecret' },
    });
    expect(settings.credentials()?.source).toBe('ARCHCTL_API_KEY');
    expect(settings.baseUrl()?.source).toBe('--base-url');
  });

  describe('with a key from the environment', () => {
    const env = { ARCHCTL_API_KEY: 'production:env-secret' };
    const LOCAL = 'http://127.0.0.1:4210/v1/';
    const file: ProfileFile = {
      current: 'sandbox',
      profiles: { sandbox: { ...PROFILE, baseUrl: LOCAL }, remote: PROFILE },
    };

    test('it is not sent in the clear to the active profile', () => {
      const error = thrownBy(() => settingsOf({ env, file }).settings.account());
      expect(error.exitCode).toBe(2);
      expect(error.message).toContain('ARCHCTL_API_KEY is not sent to http://127.0.0.1:4210');
      for (const way of ['--base-url', 'ARCHCTL_BASE_URL', '-p sandbox'])
        expect(error.facts.hint).toContain(way);
      expect(`${error.message}${error.facts.hint}`).not.toContain('env-secret');
    });

    test.each<[string, Setting, string]>([
      ['an option', { given: { baseUrl: LOCAL } }, LOCAL],
      ['the environment', { env: { ...env, ARCHCTL_BASE_URL: LOCAL } }, LOCAL],
      ['a profile that an option named', { given: { profile: 'sandbox' } }, LOCAL],
      ['a profile that the environment named', { env: { ...env, ARCHCTL_PROFILE: 'sandbox' } }, LOCAL],
      ['a profile in use, by https', { file: { ...file, current: 'remote' } }, PROFILE.baseUrl],
    ])('the address may come from %s', (_, setting, address) => {
      expect(settingsOf({ env, file, ...setting }).settings.account()).toEqual({
        baseUrl: address,
        credentials: { id: 'production', secret: 'env-secret' },
      });
    });

    test('a named profile must still exist', () => {
      const given = { profile: 'nope', baseUrl: 'https://api.example.com/v1' };
      expect(thrownBy(() => settingsOf({ env, file, given }).settings.account()).message).toContain(
        'no profile',
      );
    });
  });

  test(`a profile's key is sent to no other origin, whatever names it`, () => {
    const part = {
      scheme: fc.constantFrom('https', 'http', 'HTTPS', 'ftp'),
      host: fc.constantFrom(
        'api.example.com',
        'API.example.com',
        'evil.example',
        'api.example.com.evil.example',
        '127.0.0.1',
      ),
      port: fc.constantFrom('', ':443', ':8443', ':80'),
      path: fc.constantFrom('', '/', '/v1', '/v1/', '/other'),
      user: fc.constantFrom('', 'api.example.com@', 'u:p@'),
    };
    fc.assert(
      fc.property(fc.record(part), fc.boolean(), ({ scheme, user, host, port, path }, byFlag) => {
        const url = `${scheme}://${user}${host}${port}${path}`;
        const { settings } = settingsOf({
          ...(byFlag ? { given: { baseUrl: url } } : { env: { ARCHCTL_BASE_URL: url } }),
          file: signedIn(),
        });
        const same =
          scheme.toLowerCase() === 'https' &&
          host.toLowerCase() === 'api.example.com' &&
          (port === '' || port === ':443');
        if (same) {
          expect(settings.account().credentials.secret).toBe('profile-secret');
        } else {
          const error = thrownBy(() => settings.account());
          expect(error.kind).toBe('usage');
          expect(`${error.message}${error.facts.hint}`).not.toContain('profile-secret');
          expect(`${error.message}${error.facts.hint}`).not.toContain('u:p');
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('parseKey', () => {
  test('splits at the first colon and trims white space', () => {
    expect(parseKey(' id:se:cret\n', 'x')).toEqual({ id: 'id', secret: 'se:cret' });
  });

  test.each([
    '',
    ':',
    'id',
    'id:',
    ':secretvalue',
    'id secretvalue',
    'id:secret value',
    'id:sécretvalue',
    'id:secret\r\nX: y',
  ])('%j is rejected without being repeated', (given) => {
    const error = thrownBy(() => parseKey(given, 'ARCHCTL_API_KEY'));
    expect(error.kind).toBe('usage');
    expect(error.message).toBe('ARCHCTL_API_KEY does not contain a key of the form ID:SECRET.');
    expect(error.facts.cause).toBeUndefined();
  });
});

describe('project file', () => {
  test('only the nearest one up the tree counts', () => {
    const root = temporaryDirectory();
    const inner = join(root, 'a', 'b');
    mkdirSync(join(inner, 'c'), { recursive: true });
    writeFileSync(join(root, PROJECT_FILE), '{"org":"O","landscape":"L"}');
    expect(findProjectFile(join(inner, 'c'))).toEqual({
      path: join(root, PROJECT_FILE),
      values: { org: 'O', landscape: 'L' },
    });
    writeFileSync(join(inner, PROJECT_FILE), '{"landscape":"M"}');
    expect(findProjectFile(join(inner, 'c'))?.values).toEqual({ landscape: 'M' });
    expect(findProjectFile(join(root, 'a'))?.values.landscape).toBe('L');
  });

  test.each<[string, string]>([
    ['{"org": ', 'is not JSON'],
    ['[]', 'must hold an object'],
    ['null', 'must hold an object'],
    ['{"baseUrl":"https://evil.example"}', '"baseUrl" is not a setting of a project file'],
    ['{"secret":"x"}', '"secret" is not a setting'],
    ['{"__proto__":"x"}', '"__proto__" is not a setting'],
    ['{"org":1}', '"org" must be a string'],
    ['{"org":""}', '"org" must be a string'],
  ])('%s is an error that names the file', (content, message) => {
    const { settings, directory } = settingsOf({ project: content, file: signedIn({ org: 'P' }) });
    const error = thrownBy(() => settings.scope('org'));
    expect(error.kind).toBe('usage');
    expect(error.message).toContain(join(directory, PROJECT_FILE));
    expect(error.message).toContain(message);
  });

  test('an unreadable one is an error', () => {
    const root = temporaryDirectory();
    mkdirSync(join(root, PROJECT_FILE));
    expect(thrownBy(() => findProjectFile(root)).message).toContain(
      `Cannot read ${join(root, PROJECT_FILE)}`,
    );
  });

  describe.runIf(process.geteuid?.() === 0)('of another user', () => {
    const NOBODY = 65_534;
    /** A directory with a mode and a project file of some owner, and a directory of this user below it. */
    const planted = (mode: number, owner: number, link = false) => {
      const root = temporaryDirectory();
      const own = join(root, 'work');
      const path = join(root, PROJECT_FILE);
      mkdirSync(own);
      if (link) symlinkSync(join(own, 'other.json'), path);
      writeFileSync(link ? join(own, 'other.json') : path, '{"landscape":"OTHER"}');
      lchownSync(path, owner, owner);
      chmodSync(root, mode);
      return { own, path };
    };

    test.each([false, true])('one in a shared directory is rejected (a link: %s)', (link) => {
      const { own, path } = planted(0o1777, NOBODY, link);
      const error = thrownBy(() => findProjectFile(own));
      expect(error.kind).toBe('usage');
      expect(error.message).toContain(`${path} is ignored: it belongs to another user (uid ${NOBODY})`);
      writeFileSync(join(own, PROJECT_FILE), '{"landscape":"MINE"}');
      expect(findProjectFile(own)?.values).toEqual({ landscape: 'MINE' });
    });

    test('one of this user or of root is accepted there', () => {
      const as = (uid: number, path: string): string => {
        vi.spyOn(process, 'geteuid').mockReturnValue(uid);
        try {
          return findProjectFile(path)?.values.landscape ?? '-';
        } catch (error) {
          return (error as ArchctlError).kind;
        } finally {
          vi.restoreAllMocks();
        }
      };
      const found = [0, NOBODY, 43_210].map((owner) => as(NOBODY, planted(0o1777, owner).own));
      expect(found).toEqual(['OTHER', 'OTHER', 'usage']);
    });

    test.each([0o755, 0o775, 0o777, 0o1775])(
      'one elsewhere is accepted: a checkout may have any owner (%o)',
      (mode) => {
        expect(findProjectFile(planted(mode, NOBODY).own)?.values).toEqual({ landscape: 'OTHER' });
      },
    );
  });

  test('it cannot set profile, address or key', () => {
    const { settings } = settingsOf({ project: { org: 'O' } });
    expect(settings.profileName()).toBeUndefined();
    expect(settings.baseUrl()).toBeUndefined();
    expect(settings.credentials()).toBeUndefined();
  });
});

describe('directories', () => {
  test.skipIf(process.platform === 'win32')(
    'own variable, then an absolute XDG path, then the home directory',
    () => {
      const env = { HOME: '/home/u', XDG_CONFIG_HOME: '/xdg', XDG_STATE_HOME: '/state' };
      expect(configDirectory({ ...env, ARCHCTL_CONFIG_DIR: '/own' })).toBe('/own');
      expect(configDirectory(env)).toBe('/xdg/archctl');
      expect(configDirectory({ ...env, XDG_CONFIG_HOME: 'relative' })).toBe('/home/u/.config/archctl');
      expect(stateDirectory(env)).toBe('/state/archctl');
      expect(stateDirectory({ HOME: '/home/u' })).toBe('/home/u/.local/state/archctl');
    },
  );
});
