import {
  chownSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeLock } from '../../src/profiles/lock.js';
import type { Profile, ProfileFile } from '../../src/profiles/profile.js';
import { profileStore } from '../../src/profiles/store.js';
import { temporaryDirectory } from '../cli/world.js';
import { buildSaver, startSaver } from './saver.js';

const PROFILE: Profile = { baseUrl: 'https://api.example.com/v1', keyId: 'kid', secret: 'the-secret' };
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let built: string;
beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'archctl-saver-'));
  await buildSaver(built);
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

const add =
  (name: string) =>
  (file: ProfileFile): ProfileFile => ({ ...file, profiles: { ...file.profiles, [name]: PROFILE } });
const namesIn = (directory: string): string[] => Object.keys(profileStore(directory).read().profiles).sort();

/** Sets all times in it to an hour ago. */
function age(directory: string): void {
  const then = Date.now() / 1000 - 3_600;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    lutimesSync(join(entry.parentPath, entry.name), then, then);
}

describe('a process that stalls while it saves', () => {
  test.each(['change', 'rename'])(
    'before its %s: loses neither its change nor that of another',
    async (STALL) => {
      const directory = temporaryDirectory();
      await profileStore(directory).update(add('before'));
      const stalled = startSaver(built, { DIR: directory, NAME: 'stalled', STALL });
      await stalled.until(/stalled\n/);
      stalled.child.kill('SIGSTOP');
      age(directory);
      await profileStore(directory).update(add('other'));
      expect(namesIn(directory)).toEqual(['before', 'other']);
      stalled.child.stdin?.end();
      stalled.child.kill('SIGCONT');
      expect(await stalled.ended).toMatchObject({ code: 0, stderr: '' });
      expect(namesIn(directory)).toEqual(['before', 'other', 'stalled0']);
      expect(readdirSync(directory)).toEqual(['profiles.json']);
    },
  );

  test('and is not old by any clock: loses its lock after a while', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'profiles.json');
    const stalled = await takeLock(path);
    utimesSync(stalled.successor, Date.now() / 1000 + 9_999, Date.now() / 1000 + 9_999);
    let waits = 0;
    const clock = { now: Date.now, wait: async () => void waits++ };
    await profileStore(directory, clock).update(add('other'));
    expect(waits).toBeGreaterThan(100);
    expect(stalled.commit()).toBe(false);
    stalled.release();
    expect(namesIn(directory)).toEqual(['other']);
    expect(readdirSync(directory)).toEqual(['profiles.json']);
  });

  test('loses its lock to one process only: a lock taken since stays', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'profiles.json');
    const first = await takeLock(path);
    age(directory);
    const second = await takeLock(path);
    expect(first.commit()).toBe(false);
    first.release();
    writeFileSync(second.successor, '{}');
    expect(second.commit()).toBe(true);
    // The previous holder neither removes nor uses the lock of a successor.
    const third = await takeLock(path);
    second.release();
    first.release();
    expect(third.commit()).toBe(true);
    third.release();
    expect(readdirSync(directory)).toEqual(['profiles.json']);
  });

  test('while another holds its former lock: writes nothing, and waits for its turn', async () => {
    const directory = temporaryDirectory();
    const [path, lock] = [join(directory, 'profiles.json'), join(directory, 'profiles.json.lock')];
    const other = join(lock, 'other');
    let calls = 0;
    const wait = async (): Promise<void> => {
      expect(readdirSync(lock)).toEqual(['other']);
      renameSync(other, path);
      rmdirSync(lock);
    };
    await profileStore(directory, { now: Date.now, wait }).update((file) => {
      if (calls++ === 0) {
        for (const draft of readdirSync(lock)) unlinkSync(join(lock, draft));
        writeFileSync(other, JSON.stringify(add('other')(file)));
      }
      return add('own')(file);
    });
    expect(calls).toBe(2);
    expect(namesIn(directory)).toEqual(['other', 'own']);
  });

  test('a held lock is waited for', async () => {
    const directory = temporaryDirectory();
    const held = await takeLock(join(directory, 'profiles.json'));
    let waits = 0;
    const wait = async (): Promise<void> => {
      if (++waits === 20) held.release();
    };
    await profileStore(directory, { now: Date.now, wait }).update(add('a'));
    expect(waits).toBeGreaterThanOrEqual(20);
    expect(namesIn(directory)).toEqual(['a']);
  });
});

test('concurrent saves lose nothing', async () => {
  const directory = temporaryDirectory();
  const savers = ['a', 'b', 'c'].map((NAME) => startSaver(built, { DIR: directory, NAME, COUNT: '8' }));
  for (const saver of savers) expect(await saver.ended).toMatchObject({ code: 0, stderr: '' });
  expect(namesIn(directory)).toHaveLength(24);
  expect(readdirSync(directory)).toEqual(['profiles.json']);
});

describe('a process that is killed while it saves', () => {
  const BEFORE_OR_AFTER = [['before'], ['before', 'killed0']];

  /** Checks the leftovers, and that the next save works and removes them. */
  async function isWhole(directory: string, step: number): Promise<string[]> {
    const names = namesIn(directory);
    expect(BEFORE_OR_AFTER).toContainEqual(names);
    age(directory);
    await profileStore(directory).update(add('next'));
    expect(namesIn(directory)).toEqual([...names, 'next'].sort());
    expect(readdirSync(directory), `after step ${step}`).toEqual(['profiles.json']);
    return names;
  }

  test('before any of its steps: leaves the old file or the new one, and the next save cleans up', async () => {
    const root = temporaryDirectory();
    const saver = startSaver(built, { DIR: root, NAME: 'killed', EACH: 'true' });
    expect(await saver.ended).toMatchObject({ code: 0, stderr: '' });
    const steps = readdirSync(root).length;
    expect(steps).toBeGreaterThan(10);
    const found = [];
    for (let step = 1; step <= steps; step++) found.push(await isWhole(join(root, String(step)), step));
    expect([found[0], found.at(-1)]).toEqual(BEFORE_OR_AFTER);
  });

  // These numbers change with the steps. They check that a simulated kill leaves the same as a real one.
  test.each([4, 7])('by the system, before step %i of them: the same', async (step) => {
    const directory = temporaryDirectory();
    await profileStore(directory).update(add('before'));
    const env = { DIR: directory, NAME: 'killed', KILL_AT: String(step) };
    expect(await startSaver(built, env).ended).toMatchObject({ signal: 'SIGKILL' });
    await isWhole(directory, step);
  });

  test('leaves no temporary file with a key: those of earlier versions are removed, and only those', async () => {
    const directory = temporaryDirectory();
    const inIt = (name: string): string => join(directory, name);
    const draft = 'profiles.json.tmp-1234567890abcdef';
    const kept = [
      'profiles.json.tmp-1234567890abcdefg',
      'profiles.json.tmp-1234567890ABCDEF',
      'profiles.json.bak',
      'other.json.tmp-1234567890abcdef',
      'precious',
      'profiles.json.lock-precious',
    ];
    for (const name of [draft, ...kept]) writeFileSync(inIt(name), 'the-secret');
    const link = 'profiles.json.tmp-1234567890aaaaaa';
    symlinkSync(inIt('precious'), inIt(link));
    const folder = 'profiles.json.tmp-1234567890bbbbbb';
    mkdirSync(inIt(folder));
    const full = 'profiles.json.lock-0123456789abcdef';
    mkdirSync(inIt(full));
    writeFileSync(join(inIt(full), 'precious'), '');
    // Directory for composing a text.
    const desk = 'profiles.json.lock-fedcba9876543210';
    mkdirSync(inIt(desk));
    for (const end of ['', '.tmp-1234567890abcdef'])
      writeFileSync(join(inIt(desk), `${desk}.json${end}`), 'the-secret');
    const foreign = isRoot ? ['profiles.json.tmp-1234567890cccccc'] : [];
    for (const name of foreign) {
      writeFileSync(inIt(name), '');
      chownSync(inIt(name), NOBODY, NOBODY);
    }
    age(directory);
    await profileStore(directory).update(add('a'));
    expect(readdirSync(directory).sort()).toEqual(
      [...kept, link, folder, full, ...foreign, 'profiles.json'].sort(),
    );
    expect(readFileSync(inIt('precious'), 'utf8')).toBe('the-secret');
  });

  test('leaves a lock that is not a directory, and nothing waits for it', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'profiles.json.lock'), '');
    age(directory);
    await profileStore(directory).update(add('a'));
    expect(readdirSync(directory)).toEqual(['profiles.json']);
  });
});
