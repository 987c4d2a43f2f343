/** Cached code is executable: its location and owner must be safe, and damaged entries are detected. */

import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  entriesBelow,
  filesBelow,
  forgeEntries,
  hasNativeCompileCache,
  isRoot,
  type Launcher,
  launcher,
  NOBODY,
  STRANGER,
  snapshotOf,
} from '../support/launcher.js';

const [GOOD, EVIL] = ["process.stdout.write('good')", "process.stdout.write('evil')"];

let copy: Launcher;
const start = (options?: Parameters<typeof launcher>[0]): Launcher => {
  copy = launcher(options);
  if (!options?.built) copy.program({ 'main.cjs': GOOD });
  return copy;
};
afterEach(() => copy.remove());

/** A cache with code other than the program's, as if it had been compiled from the program. */
function planted(): Launcher {
  const { program, run, compiled } = start();
  program({ 'main.cjs': EVIL });
  run();
  program({ 'main.cjs': GOOD });
  forgeEntries(compiled, GOOD, join(copy.directory, 'package', 'dist', 'main.cjs'));
  return copy;
}

describe('code in the cache', () => {
  const cache = ({ home }: Launcher): string => join(home, '.cache');
  const spoiled: Record<string, (copy: Launcher) => void> = {
    'below a directory all may write to': (it) => chmodSync(cache(it), 0o777),
    'below a home all may write to': (it) => chmodSync(it.home, 0o707),
    'in a directory all may write to': (it) => chmodSync(it.compiled, 0o777),
    'in a directory others may look into': (it) => chmodSync(it.compiled, 0o755),
    'behind a link into a directory all may write to': (it) => {
      const shared = join(it.directory, 'shared');
      mkdirSync(shared);
      chmodSync(shared, 0o777);
      renameSync(cache(it), join(shared, 'mine'));
      symlinkSync(join(shared, 'mine'), cache(it));
    },
  };
  const spoiledByRoot: typeof spoiled = {
    'below a directory another group may write to': (it) => {
      chmodSync(cache(it), 0o770);
      chownSync(cache(it), 0, STRANGER);
    },
    'below a directory of another user': (it) => chownSync(cache(it), STRANGER, STRANGER),
    'below a sticky directory of another user': (it) => {
      chmodSync(cache(it), 0o1777);
      chownSync(cache(it), STRANGER, STRANGER);
    },
    'in a directory of another user': (it) => chownSync(it.compiled, STRANGER, STRANGER),
    'behind a link of another user': (it) => {
      renameSync(cache(it), join(it.home, 'mine'));
      symlinkSync('mine', cache(it));
      lchownSync(cache(it), STRANGER, STRANGER);
    },
  };

  it.for(Object.entries({ ...spoiled, ...(isRoot && spoiledByRoot) }))(
    '%s is not run, and not changed',
    ([, spoil]) => {
      const { run, home } = planted();
      spoil(copy);
      const before = snapshotOf(home);
      expect(run()).toBe('good');
      expect(snapshotOf(home)).toEqual(before);
    },
  );

  // This also proves that the code above would have run in a safe place.
  const safe: Record<string, (copy: Launcher) => void> = {
    'in a directory of this user': () => {},
    'below a sticky directory': (it) => chmodSync(it.home, 0o1777),
    'behind a link of this user': (it) => {
      renameSync(cache(it), join(it.home, 'mine'));
      symlinkSync('../home/mine', cache(it));
    },
    ...(isRoot && { 'below a directory this group may write to': (it) => chmodSync(it.home, 0o775) }),
  };

  it.for(Object.entries(safe))('%s is run', ([, prepare]) => {
    const { run } = planted();
    prepare(copy);
    expect(run()).toBe('evil');
  });
});

describe('the directory for temporary files', () => {
  it('is neither read nor written', () => {
    const { run, directory, compiled } = start();
    const shared = join(directory, 'shared');
    mkdirSync(shared);
    for (let time = 0; time < 2; time += 1) expect(run({ env: { TMPDIR: shared } })).toBe('good');
    expect(readdirSync(shared)).toEqual([]);
    expect(filesBelow(compiled)).not.toEqual([]);
  });

  it.runIf(isRoot && hasNativeCompileCache)('provides nothing that another user put there', () => {
    const { program, run, directory } = start();
    const shared = join(directory, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    const theirs = join(shared, 'node-compile-cache');
    program({ 'main.cjs': EVIL });
    run({ env: { NODE_COMPILE_CACHE: theirs } });
    program({ 'main.cjs': GOOD });
    forgeEntries(theirs, GOOD, '');
    for (const path of [theirs, ...readdirSync(theirs).map((it) => join(theirs, it)), ...filesBelow(theirs)])
      chownSync(path, STRANGER, STRANGER);
    // A user who points Node to a directory of others gets its content, as with any option of Node.
    expect(run({ env: { NODE_COMPILE_CACHE: theirs } })).toBe('evil');
    expect(run({ env: { TMPDIR: shared } })).toBe('good');
  });
});

describe.runIf(isRoot)('for another user, the program as built', () => {
  it('ignores a cache that a stranger put in its place', () => {
    const { run, home } = start({ built: true, owner: NOBODY });
    const theirs = join(home, '.cache', 'archctl', 'compiled');
    mkdirSync(theirs, { recursive: true });
    chownSync(join(home, '.cache'), NOBODY, NOBODY);
    for (const path of [join(home, '.cache', 'archctl'), theirs]) chownSync(path, STRANGER, STRANGER);
    chmodSync(theirs, 0o777);
    expect(run({ as: NOBODY, args: ['--version'] })).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(readdirSync(theirs)).toEqual([]);
  });

  it('leaves no files of root in their home directory, and reads none from it', () => {
    const { run, home, compiled } = start({ owner: NOBODY });
    expect(run()).toBe('good');
    expect(readdirSync(home)).toEqual([]);
    run({ as: NOBODY });
    const before = snapshotOf(home);
    expect(statSync(compiled).uid).toBe(NOBODY);
    expect(run()).toBe('good');
    expect(snapshotOf(home)).toEqual(before);
  });
});

describe('the cache', () => {
  it('is private, whatever the umask', () => {
    const { run, home, compiled } = start();
    const before = process.umask(0);
    try {
      run();
    } finally {
      process.umask(before);
    }
    for (const path of [join(home, '.cache'), join(home, '.cache', 'archctl'), compiled])
      expect(lstatSync(path).mode & 0o777, path).toBe(0o700);
    for (const path of filesBelow(compiled)) expect(lstatSync(path).mode & 0o077, path).toBe(0);
  });

  it('is not used if the home directory is read-only', () => {
    const owner = isRoot ? { owner: NOBODY } : {};
    const { run, home } = start(owner);
    chmodSync(home, 0o555);
    expect(run(isRoot ? { as: NOBODY } : {})).toBe('good');
    expect(readdirSync(home)).toEqual([]);
  });

  it('creates no home directory', () => {
    const { run, directory } = start();
    const home = join(directory, 'no', 'home');
    expect(run({ env: { HOME: home } })).toBe('good');
    expect(existsSync(join(directory, 'no'))).toBe(false);
  });

  it('is in XDG_CACHE_HOME, unless that is relative', () => {
    const { run, directory, compiled } = start();
    run({ env: { XDG_CACHE_HOME: join(directory, 'new', 'cache') } });
    expect(filesBelow(join(directory, 'new', 'cache', 'archctl', 'compiled'))).not.toEqual([]);
    expect(existsSync(compiled)).toBe(false);
    run({ env: { XDG_CACHE_HOME: 'relative' } });
    expect(existsSync(join(directory, 'relative'))).toBe(false);
    expect(filesBelow(compiled)).not.toEqual([]);
  });

  it('is disabled by NODE_DISABLE_COMPILE_CACHE', () => {
    const { run, home } = start();
    expect(run({ env: { NODE_DISABLE_COMPILE_CACHE: '1' } })).toBe('good');
    expect(readdirSync(home)).toEqual([]);
  });
});

describe.skipIf(hasNativeCompileCache)('code of another command', () => {
  const long = (name: string): string =>
    `exports.${name} = (x) => { ${Array.from({ length: 50 }, (_, at) => `x = x * ${at} + '${name}'.length;`).join(' ')} return x; };`;
  const sizes = ({ compiled }: Launcher): Record<string, number> =>
    Object.fromEntries(
      entriesBelow(compiled).map((path) => [basename(path).split('.')[0] ?? '', statSync(path).size]),
    );

  it('is added to that of the first one, once', () => {
    const { program, run, compiled } = start();
    program({ 'chunks/shared.cjs': `${long('one')} ${long('two')}` });
    for (const name of ['one', 'two'])
      program({ [`chunks/${name}.cjs`]: `process.stdout.write(String(require('./shared.cjs').${name}(1)))` });
    program({ 'main.cjs': "require(process.argv[2] === 'two' ? './chunks/two.cjs' : './chunks/one.cjs')" });
    run({ args: ['one'] });
    const first = sizes(copy);
    run({ args: ['two'] });
    const second = sizes(copy);
    expect(second['chunks-shared']).toBeGreaterThan((first['chunks-shared'] ?? 0) * 1.3);
    const before = snapshotOf(compiled);
    for (const name of ['one', 'two']) run({ args: [name] });
    expect(snapshotOf(compiled)).toEqual(before);
  });
});

describe('a damaged entry', () => {
  const COUNT = 160;
  /** Ways to damage the entry of a module; the number is the position. */
  const DAMAGES: readonly ((entry: Buffer, at: number) => Buffer)[] = [
    ...Array.from({ length: 13 }, () => (entry: Buffer, at: number) => {
      const place = Math.floor((at / COUNT) * entry.length);
      entry.writeUInt8((entry[place] ?? 0) ^ (1 << (at % 8)), place);
      return entry;
    }),
    (entry, at) => entry.subarray(0, Math.floor((at / COUNT) * entry.length)),
    (entry, at) => entry.fill(0, Math.floor((at / COUNT) * entry.length)),
    (entry) => entry.fill(0xff),
    () => Buffer.alloc(0),
    (entry) => Buffer.concat([entry, Buffer.from('more')]),
  ];
  const source = (at: number): string =>
    `const f = (x) => { const a = [${at}, 'a${at}', { b: x }]; return a.map(String).join() + x };
     exports.text = f(${at}) + [1, 2].map((it) => ({ it, sum: it + ${at} })).map(JSON.stringify).join();`;
  const NAMES = Array.from({ length: COUNT }, (_, at) => `chunks/c${String(at).padStart(3, '0')}.cjs`);

  it('is not run, at any position, and is repaired by the run', () => {
    const { program, run, compiled } = start();
    const all = NAMES.map((name) => `require('./${name}').text`).join(' + ');
    program(Object.fromEntries(NAMES.map((name, at) => [name, source(at)])));
    program({ 'main.cjs': `process.stdout.write(${all})` });
    const expected = run();
    const files = entriesBelow(compiled).sort();
    expect(files.length).toBe(COUNT + 1);
    const damaged = files.map((file, at) => {
      const entry = DAMAGES[at % DAMAGES.length]?.(readFileSync(file), at) ?? Buffer.alloc(0);
      writeFileSync(file, entry);
      return entry.toString('latin1');
    });
    expect(run()).toBe(expected);
    expect(files.filter((file, at) => readFileSync(file, 'latin1') === damaged[at])).toEqual([]);
    // The replacement is used from now on.
    const before = snapshotOf(compiled);
    expect(run()).toBe(expected);
    expect(snapshotOf(compiled)).toEqual(before);
  });
});
