import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import { configDirectory, stateDirectory } from '../../src/profiles/directories.js';
import type { Profile } from '../../src/profiles/profile.js';
import { profileStore } from '../../src/profiles/store.js';
import { usageStore } from '../../src/profiles/usage.js';
import { temporaryDirectory } from '../cli/world.js';

const PROFILE: Profile = { baseUrl: 'https://api.example.com/v1', keyId: 'kid', secret: 'the-secret' };
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const thrownBy = (work: () => unknown): ArchctlError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ArchctlError) return error;
    throw error;
  }
  throw new Error('It did not throw.');
};

/** A profile file with a mode. */
function fileOf(mode: number, path = join(temporaryDirectory(), 'profiles.json')): string {
  writeFileSync(path, JSON.stringify({ profiles: { a: PROFILE } }));
  chmodSync(path, mode);
  return path;
}
const storeOf = (path: string) => profileStore(join(path, '..'));
const withB = () => ({ profiles: { a: PROFILE, b: PROFILE } });
const mode = (path: string): number => statSync(path).mode & 0o7777;

describe.skipIf(process.platform === 'win32')('a profile file', () => {
  test.each([0o666, 0o602, 0o622])('that others may write (%o) is reported and not used', async (bits) => {
    const path = fileOf(bits);
    if (isRoot) chownSync(path, 0, 1);
    const error = thrownBy(() => storeOf(path).read());
    expect(error.kind).toBe('usage');
    expect(error.message).toContain(`The profiles in ${path} are ignored: other users can write to it`);
    expect(`${error.message}${error.facts.hint}`).not.toContain('the-secret');
    await expect(storeOf(path).update(withB)).rejects.toMatchObject({ kind: 'usage' });
    expect(mode(path)).toBe(bits);
  });

  test.runIf(isRoot)('of another user is reported and not used, except for the caller of sudo', async () => {
    const path = fileOf(0o600);
    chownSync(path, NOBODY, NOBODY);
    const error = thrownBy(() => storeOf(path).read());
    expect(error.message).toContain('it belongs to another user (uid 65534)');
    await expect(storeOf(path).update(withB)).rejects.toMatchObject({ kind: 'usage' });
    chownSync(join(path, '..'), NOBODY, NOBODY);
    vi.stubEnv('SUDO_UID', String(NOBODY));
    try {
      expect(storeOf(path).read().profiles).toHaveProperty('a');
      await storeOf(path).update(withB);
    } finally {
      vi.unstubAllEnvs();
    }
    // It still belongs to that user, who can read it without sudo as well.
    expect(statSync(path)).toMatchObject({ uid: NOBODY, gid: NOBODY });
    expect(mode(path)).toBe(0o600);
  });

  test(`that is a link to one's own file is read, and its target is replaced`, async () => {
    const path = join(temporaryDirectory(), 'profiles.json');
    const dotfiles = temporaryDirectory();
    symlinkSync(fileOf(0o644, join(dotfiles, 'archctl.json')), path);
    await storeOf(path).update(withB);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(Object.keys(storeOf(path).read().profiles)).toEqual(['a', 'b']);
    expect(mode(join(dotfiles, 'archctl.json'))).toBe(0o600);
    expect([readdirSync(dotfiles), readdirSync(join(path, '..'))]).toEqual([
      ['archctl.json'],
      ['profiles.json'],
    ]);
  });

  test('that is a dangling link is created at its target', async () => {
    const path = join(temporaryDirectory(), 'profiles.json');
    const dotfiles = temporaryDirectory();
    symlinkSync(join(dotfiles, 'new.json'), path);
    expect(storeOf(path).read()).toEqual({ profiles: {} });
    await storeOf(path).update(withB);
    expect(readFileSync(join(dotfiles, 'new.json'), 'utf8')).toContain('the-secret');
  });

  test('that is a link into a directory that others may write is not saved to', async () => {
    const path = join(temporaryDirectory(), 'profiles.json');
    const shared = temporaryDirectory();
    symlinkSync(fileOf(0o600, join(shared, 'archctl.json')), path);
    chmodSync(shared, 0o1777);
    await expect(storeOf(path).update(withB)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('other users can write to it'),
    });
  });

  test.each<[string, (path: string) => unknown]>([
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a device', (path) => symlinkSync('/dev/zero', path)],
    ['a directory', (path) => mkdirSync(path)],
    ['a link to itself', (path) => symlinkSync(path, path)],
  ])('that is %s is reported, and does not block', async (_, make) => {
    const path = join(temporaryDirectory(), 'profiles.json');
    make(path);
    const error = thrownBy(() => storeOf(path).read());
    expect(error.kind).toBe('usage');
    expect(error.message).toContain(`Cannot read the profiles in ${path}`);
    await expect(storeOf(path).update(withB)).rejects.toMatchObject({ kind: 'usage' });
  });
});

describe.skipIf(process.platform === 'win32')('a shared directory', () => {
  test('gets no key, and keeps its mode', async () => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o1777);
    const error = await profileStore(directory)
      .update(withB)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      kind: 'usage',
      message: `Cannot save the profiles in ${directory}: other users can write to it.`,
      facts: { hint: expect.stringContaining('ARCHCTL_CONFIG_DIR selects another directory') },
    });
    expect(mode(directory)).toBe(0o1777);
    expect(readdirSync(directory)).toEqual([]);
  });

  test('contains no counters that another user could redirect', () => {
    const state = temporaryDirectory();
    const [mine, at] = [join(state, 'precious'), new Date('2026-06-01T00:00:00Z')];
    writeFileSync(mine, '');
    mkdirSync(join(state, 'usage', 'a'), { recursive: true });
    symlinkSync(mine, join(state, 'usage', 'a', '2026-06.log'));
    chmodSync(join(state, 'usage', 'a'), 0o777);
    const store = usageStore(state);
    store.record('a', 'read', at);
    store.flush();
    expect(readFileSync(mine, 'utf8')).toBe('');
    symlinkSync(join(state, 'made'), join(state, 'usage', 'a', 'warned-2026-06-01'));
    usageStore(state).firstWarningToday('a', at);
    expect(readdirSync(state)).not.toContain('made');
  });
});

describe.skipIf(process.platform === 'win32')('directories of the environment', () => {
  test.each(['relative', './x', '../x', '~/x', ' '])(
    '%j is rejected for keys, because it differs in each folder',
    (value) => {
      for (const [variable, directoryOf] of [
        ['ARCHCTL_CONFIG_DIR', configDirectory],
        ['ARCHCTL_STATE_DIR', stateDirectory],
      ] as const) {
        const error = thrownBy(() => directoryOf({ HOME: '/home/u', [variable]: value }));
        expect(error.kind).toBe('usage');
        expect(error.message).toBe(`${variable} is not an absolute path: "${value}".`);
      }
    },
  );

  test('dots in a path resolve to one place, for the directory and its files', () => {
    expect(configDirectory({ ARCHCTL_CONFIG_DIR: '/a/link/../b/./c/' })).toBe('/a/b/c/');
    expect(profileStore('/a/b/c/').path).toBe('/a/b/c/profiles.json');
  });

  test('an invalid home directory is ignored', () => {
    vi.stubEnv('HOME', 'here');
    try {
      expect(configDirectory({ HOME: 'here' })).toBe('/nonexistent/.config/archctl');
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
