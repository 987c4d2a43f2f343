import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeDirectory } from '../../../src/base/files/make-directory.js';
import { temporaryDirectory } from '../../cli/world.js';

it('creates a directory and its parents for this user only, and keeps an existing one', () => {
  const root = temporaryDirectory();
  const deep = join(root, 'a', 'b', 'c');
  makeDirectory(deep);
  for (const path of [deep, join(root, 'a')]) expect(statSync(path).mode & 0o777).toBe(0o700);
  mkdirSync(join(root, 'open'), { mode: 0o755 });
  makeDirectory(join(root, 'open'));
  expect(statSync(join(root, 'open')).mode & 0o777).toBe(0o755);
});

it('reports the obstacle, and creates nothing', () => {
  const root = temporaryDirectory();
  writeFileSync(join(root, 'file'), '');
  expect(() => makeDirectory(join(root, 'file'))).toThrow(/EEXIST/);
  expect(() => makeDirectory(join(root, 'file', 'below'))).toThrow(/ENOTDIR/);
  // Node's own mkdir never returns here.
  if (existsSync('/proc/self')) expect(() => makeDirectory('/proc/nobody/home/.config')).toThrow(/ENOENT/);
});
