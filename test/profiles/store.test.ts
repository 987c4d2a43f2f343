import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import {
  assertFree,
  removeProfile,
  renameProfile,
  setProfile,
  useProfile,
} from '../../src/profiles/changes.js';
import { isProfileName, type Profile, type ProfileFile } from '../../src/profiles/profile.js';
import { profileStore } from '../../src/profiles/store.js';
import { temporaryDirectory } from '../cli/world.js';

const PROFILE: Profile = { baseUrl: 'https://api.example.com/v1', keyId: 'kid', secret: 'the-secret' };
const mode = (path: string): number => statSync(path).mode & 0o777;

const thrownBy = (work: () => unknown): ArchctlError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ArchctlError) return error;
    throw error;
  }
  throw new Error('It did not throw.');
};

describe('profileStore', () => {
  test('starts without profiles, and reading creates no file', () => {
    const directory = join(temporaryDirectory(), 'config');
    expect(profileStore(directory).read()).toEqual({ profiles: {} });
    expect(() => statSync(directory)).toThrow('ENOENT');
  });

  test('stores profiles in a private file in a private directory', async () => {
    const directory = join(temporaryDirectory(), 'a', 'config');
    const store = profileStore(directory);
    const file: ProfileFile = { current: 'x.y', profiles: { 'x.y': PROFILE, b: { ...PROFILE, org: 'O' } } };
    await store.update(() => file);
    expect(store.read()).toEqual(file);
    expect(profileStore(directory).read()).toEqual(file);
    expect(mode(directory)).toBe(0o700);
    expect(mode(store.path)).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['profiles.json']);
    expect(readFileSync(store.path, 'utf8')).toContain('\n  "profiles": {\n');
  });

  test('restricts an open file, and keeps the mode of a directory that others may only read', async () => {
    const directory = join(temporaryDirectory(), 'config');
    mkdirSync(directory);
    const store = profileStore(directory);
    writeFileSync(store.path, JSON.stringify({ profiles: { a: PROFILE } }));
    chmodSync(directory, 0o755);
    chmodSync(store.path, 0o644);
    await store.update((file) => ({ ...file, current: 'a' }));
    expect(mode(directory)).toBe(0o755);
    expect(mode(store.path)).toBe(0o600);
  });

  test('fields omitted by a change are removed', async () => {
    const store = profileStore(temporaryDirectory());
    await store.update(() => ({ current: 'a', profiles: { a: PROFILE, b: PROFILE } }));
    await store.update((file) => removeProfile(file, 'a'));
    expect(store.read()).toEqual({ profiles: { b: PROFILE } });
    expect(readFileSync(store.path, 'utf8')).not.toContain('current');
  });

  test.each<[string, string]>([
    ['{"profiles": {"a": {"secret": "the-secret"', 'it is not JSON'],
    ['', 'it is not JSON'],
    ['[]', 'it is not an object'],
    ['{"current": 1}', '"current" is not a string'],
    ['{"profiles": []}', '"profiles" is not an object'],
  ])('a corrupt file %j is named and unchanged', async (content, reason) => {
    const directory = temporaryDirectory();
    const store = profileStore(directory);
    writeFileSync(store.path, content);
    const error = thrownBy(() => store.read());
    expect(error.kind).toBe('usage');
    expect(error.message).toContain(store.path);
    expect(error.message).toContain(reason);
    expect(`${error.message}${error.facts.hint}${String(error.cause)}`).not.toContain('the-secret');
    await expect(store.update(() => ({ profiles: {} }))).rejects.toMatchObject({ kind: 'usage' });
    expect(readFileSync(store.path, 'utf8')).toBe(content);
  });

  test('an unreadable file is an error that names it', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'profiles.json'));
    expect(thrownBy(() => profileStore(directory).read()).message).toContain(
      join(directory, 'profiles.json'),
    );
  });

  test('a change that throws changes nothing', async () => {
    const store = profileStore(temporaryDirectory());
    await store.update(() => ({ profiles: { a: PROFILE } }));
    const before = readFileSync(store.path, 'utf8');
    await expect(
      store.update(() => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await expect(store.update(() => ({ profiles: { '../x': PROFILE } }))).rejects.toMatchObject({
      kind: 'usage',
    });
    expect(readFileSync(store.path, 'utf8')).toBe(before);
  });

  test('concurrent updates lose nothing', async () => {
    const directory = temporaryDirectory();
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    await Promise.all(
      names.map((name) =>
        profileStore(directory).update((file) => ({
          current: name,
          profiles: { ...file.profiles, [name]: { ...PROFILE, keyId: name } },
        })),
      ),
    );
    const { current, profiles } = profileStore(directory).read();
    expect(Object.keys(profiles).sort()).toEqual([...names].sort());
    expect(names).toContain(current);
    expect(readdirSync(directory)).toEqual(['profiles.json']);
  });

  test('a directory that cannot be created is a usage error with a hint', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'file'), '');
    const error = await profileStore(join(directory, 'file', 'below'))
      .update(() => ({ profiles: {} }))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'usage' });
    expect(String(error)).not.toContain('the-secret');
  });
});

describe('changes', () => {
  const file: ProfileFile = { current: 'a', profiles: { a: { ...PROFILE, org: 'O' }, b: PROFILE } };

  test('use, remove and rename', () => {
    expect(useProfile(file, 'b').current).toBe('b');
    expect(removeProfile(file, 'b')).toEqual({ current: 'a', profiles: { a: file.profiles.a } });
    expect(removeProfile(file, 'a')).toEqual({ profiles: { b: PROFILE } });
    const renamed = renameProfile(file, 'a', 'z');
    expect(renamed).toEqual({ current: 'z', profiles: { z: file.profiles.a, b: PROFILE } });
    expect(Object.keys(renamed.profiles)).toEqual(['z', 'b']);
    expect(renameProfile(file, 'b', 'z').current).toBe('a');
  });

  test('a missing or existing name is a usage error', () => {
    for (const name of ['nope', '__proto__', 'constructor']) {
      expect(thrownBy(() => useProfile(file, name)).message).toBe(`There is no profile "${name}".`);
      expect(thrownBy(() => removeProfile(file, name)).kind).toBe('usage');
      expect(thrownBy(() => renameProfile(file, name, 'z')).kind).toBe('usage');
      expect(thrownBy(() => setProfile(file, name, 'org', 'x')).kind).toBe('usage');
    }
    expect(thrownBy(() => renameProfile(file, 'a', 'b')).message).toContain('not overwritten');
    expect(thrownBy(() => renameProfile(file, 'a', 'a/b')).message).toContain('is not a valid profile name');
    expect(() => assertFree(file, 'c')).not.toThrow();
  });

  test('settings are set, and removed by an empty value', () => {
    const settings = [
      ['org', 'org', 'X'],
      ['landscape', 'landscape', 'L'],
      ['landscape-version', 'landscapeVersion', 'V'],
      ['plan', 'plan', 'growth'],
    ] as const;
    for (const [setting, key, value] of settings) {
      const set = setProfile(file, 'a', setting, value);
      expect(set.profiles.a?.[key]).toBe(value);
      expect(set.profiles.b).toEqual(PROFILE);
      expect(setProfile(set, 'a', setting, '').profiles.a).not.toHaveProperty(key);
    }
    // The input is not changed.
    expect(file.profiles.a).toEqual({ ...PROFILE, org: 'O' });
  });

  test('an unknown plan lists the plans', () => {
    expect(thrownBy(() => setProfile(file, 'a', 'plan', 'gold')).message).toBe(
      '"gold" is not one of free, growth, scale, enterprise.',
    );
  });

  test('the address changes only within its origin', () => {
    const url = 'https://api.example.com/other/v1';
    expect(setProfile(file, 'a', 'base-url', url).profiles.a?.baseUrl).toBe(url);
    for (const other of [
      'https://evil.example/v1',
      'http://api.example.com/v1',
      'https://api.example.com:8443',
      '',
      'x',
    ]) {
      const error = thrownBy(() => setProfile(file, 'a', 'base-url', other));
      expect(error.kind).toBe('usage');
      expect(`${error.message}${error.facts.hint}`).not.toContain('the-secret');
    }
  });

  test('an invalid stored address is a usage error', () => {
    const broken: ProfileFile = { profiles: { a: { ...PROFILE, baseUrl: 'nonsense' } } };
    expect(thrownBy(() => setProfile(broken, 'a', 'base-url', 'https://api.example.com')).kind).toBe('usage');
  });

  test('names are safe as file names and shell words', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z./_-]{1,5}$/)), (name) => {
        if (!isProfileName(name)) return;
        expect(name).toMatch(/^[A-Za-z0-9]/);
        expect(name).not.toMatch(/[^A-Za-z0-9._-]/);
        expect(name.length).toBeLessThanOrEqual(64);
      }),
    );
    expect(['a', 'ci', 'x.y', 'A-1_b', 'a'.repeat(64)].every(isProfileName)).toBe(true);
    expect(['', '.', '..', '-p', '_x', 'a b', 'a/b', 'a\n', 'é', 'a'.repeat(65)].some(isProfileName)).toBe(
      false,
    );
  });
});
