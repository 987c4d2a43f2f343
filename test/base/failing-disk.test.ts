/**
 * Files after a disk failure in the middle of an operation. The module is bundled as CommonJS, so that it
 * calls Node's file system through the object that is patched here; other tests do not see the patch.
 */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type * as WriteFile from '../../src/base/files/write-file.js';
import { systemWords } from '../../src/base/system-words.js';
import { temporaryDirectory } from '../cli/world.js';

type Disk = typeof import('node:fs');

const require = createRequire(import.meta.url);
const fs = require('node:fs') as Disk;
const real = { ...fs };
let replaceFile: typeof WriteFile.replaceFile;
let reserveSecretFile: typeof WriteFile.reserveSecretFile;

beforeAll(async () => {
  const input = resolve('src/base/files/write-file.ts');
  const bundle = await rolldown({ input, platform: 'node' });
  const { output } = await bundle.generate({ format: 'cjs' });
  await bundle.close();
  const module = { exports: {} as typeof WriteFile };
  new Function('module', 'exports', 'require', output[0].code)(module, module.exports, require);
  ({ replaceFile, reserveSecretFile } = module.exports);
});
afterEach(() => {
  const { openSync, writeSync, fsyncSync, renameSync } = real;
  Object.assign(fs, { openSync, writeSync, fsyncSync, renameSync });
});

/**
 * Makes an operation fail from now on. The first write succeeds: a full disk accepts a part before it is
 * full.
 */
function broken(operation: string, code: string): void {
  const fails = (name: string): void => {
    if (name === operation) throw Object.assign(new Error(`${code}: as the test has it`), { code });
  };
  Object.assign(fs, {
    writeSync: (handle: number, bytes: Uint8Array, offset: number) => {
      if (offset > 0) fails('write');
      return real.writeSync(handle, bytes, offset, Math.min(2, bytes.length - offset));
    },
    fsyncSync: (handle: number) => {
      fails('fsync');
      real.fsyncSync(handle);
    },
    renameSync: (from: string, to: string) => {
      fails('rename');
      real.renameSync(from, to);
    },
  });
}

test.each([
  ['write', 'ENOSPC', 'Free some space'],
  ['fsync', 'EDQUOT', 'Free some space'],
  ['rename', 'EXDEV', undefined],
  ['rename', 'EBUSY', 'mounted'],
])('a failing %s (%s) leaves the old content and nothing else', (operation, code, hint) => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, 'old', { mode: 0o600 });
  broken(operation, code);
  let thrown: unknown;
  try {
    replaceFile(path, 'all of the new');
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ kind: 'usage', message: expect.stringContaining(systemWords({ code })) });
  if (hint) expect(thrown).toMatchObject({ facts: { hint: expect.stringContaining(hint) } });
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(join(path, '..'))).toEqual(['file']);
});

test('a secret that cannot be written completely leaves no file', () => {
  const directory = temporaryDirectory();
  const file = reserveSecretFile(join(directory, 'key'));
  broken('write', 'ENOSPC');
  expect(() => file.write('id:secret')).toThrow(/the disk is full/);
  expect(readdirSync(directory)).toEqual([]);
});

test('a partial write is continued', () => {
  const directory = temporaryDirectory();
  broken('', '');
  reserveSecretFile(join(directory, 'key')).write('id:secret\n');
  expect(readFileSync(join(directory, 'key'), 'utf8')).toBe('id:secret\n');
});

test('temporary files are new, private, and have unpredictable names', () => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, 'old');
  chmodSync(path, 0o644);
  const opened: { path: string; flags: unknown; mode: unknown }[] = [];
  Object.assign(fs, {
    openSync: (path: string, flags: string, mode?: number) => {
      opened.push({ path, flags, mode });
      return real.openSync(path, flags, mode);
    },
  });
  replaceFile(path, 'one');
  replaceFile(path, 'two');
  const made = opened.filter((it) => it.path !== path);
  const names = made.map((it) => basename(it.path));
  expect(new Set(names).size).toBe(2);
  for (const name of names)
    expect(name).toMatch(/^\.archctl-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/);
  for (const { flags, mode } of made) expect({ flags, mode }).toEqual({ flags: 'wx', mode: 0o600 });
  expect(statSync(path).mode & 0o777).toBe(0o644);
});
