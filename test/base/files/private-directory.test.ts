import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePrivateDirectory, ownershipProblem } from '../../../src/base/files/private-directory.js';
import { temporaryDirectory } from '../../cli/world.js';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const self = process.geteuid?.() ?? 0;

/** Creates a directory with a mode, and optionally another owner. */
function directory(mode: number, uid = self, gid = uid): string {
  const path = join(temporaryDirectory(), 'there');
  mkdirSync(path);
  if (isRoot) chownSync(path, uid, gid);
  chmodSync(path, mode);
  return path;
}
const mode = (path: string): number => statSync(path).mode & 0o7777;

describe.skipIf(process.platform === 'win32')('a private directory', () => {
  test('is created for this user only', () => {
    const path = join(temporaryDirectory(), 'a', 'b');
    makePrivateDirectory(path);
    expect([mode(path), mode(join(path, '..'))]).toEqual([0o700, 0o700]);
  });

  test.each([0o700, 0o755, 0o711, 0o750])('of mode %o is accepted and unchanged', (given) => {
    const path = directory(given);
    makePrivateDirectory(path);
    expect(mode(path)).toBe(given);
  });

  test.each([0o1777, 0o777, 0o702, 0o3777])('of mode %o is refused and unchanged', (given) => {
    const path = directory(given);
    expect(() => makePrivateDirectory(path)).toThrow('other users can write to it');
    expect(mode(path)).toBe(given);
  });

  test('shared with all users on purpose: the error does not ask to narrow the mode', () => {
    expect(() => makePrivateDirectory(directory(0o777))).toThrow('chmod go-w');
    expect(() => makePrivateDirectory(directory(0o1777))).not.toThrow('chmod');
  });

  test('may be a link to one', () => {
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(directory(0o700), link);
    expect(() => makePrivateDirectory(link)).not.toThrow();
    const shared = join(temporaryDirectory(), 'link');
    symlinkSync(directory(0o1777), shared);
    expect(() => makePrivateDirectory(shared)).toThrow('other users can write to it');
  });

  test.runIf(isRoot)('of another user is refused, even for root', () => {
    expect(() => makePrivateDirectory(directory(0o700, NOBODY))).toThrow(
      'it belongs to another user (uid 65534)',
    );
  });

  test('of a group is refused, unless it is the owner’s own group', () => {
    const of = (uid: number, gid: number, bits: number) => ownershipProblem({ uid, gid, mode: bits });
    expect(of(self, self + 1, 0o770)).toBe('other users can write to it');
    expect(of(self, self, 0o770)).toBeUndefined();
    expect(of(self, self, 0o772)).toBe('other users can write to it');
    expect(of(0, 0, 0o755)).toBeUndefined();
    expect(of(self + 1, 0, 0o700)).toContain('another user');
  });
});
