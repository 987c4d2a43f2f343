import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readOwnFile } from '../../src/base/own-file.js';
import { readIfThere } from '../../src/base/regular-file.js';

const root = mkdtempSync(join(tmpdir(), 'archctl-test-'));
afterAll(() => rmSync(root, { recursive: true }));
const at = (name: string): string => join(root, name);
writeFileSync(at('file'), 'text', { mode: 0o600 });
mkdirSync(at('directory'));
symlinkSync(at('file'), at('link'));

describe('a file that need not be there', () => {
  test('is read where it is, also behind a link', () => {
    expect(readIfThere(at('file'))?.content).toBe('text');
    expect(readIfThere(at('link'))?.content).toBe('text');
  });

  test('is nothing where it, or its directory, is not', () => {
    expect(readIfThere(at('none'))).toBeUndefined();
    expect(readIfThere(at('file/none'))).toBeUndefined();
    expect(readOwnFile(at('file/none'))).toBeUndefined();
  });

  test.runIf(process.platform !== 'win32')('is an error where something else lies, and nothing waits', () => {
    execFileSync('mkfifo', [at('pipe')]);
    for (const name of ['pipe', 'directory']) {
      expect(() => readIfThere(at(name))).toThrow(`Cannot read ${at(name)}: it is not a regular file.`);
      expect(() => readOwnFile(at(name))).toThrow(/^is not a regular file$/);
    }
    expect(() => readIfThere(at('pipe'), 'the list')).toThrow(
      'Cannot read the list: it is not a regular file.',
    );
  });

  test.runIf(process.platform !== 'win32')('is not followed where it is to be our own', () => {
    expect(readOwnFile(at('file'))?.content).toBe('text');
    expect(() => readOwnFile(at('link'))).toThrow(/^is a symbolic link$/);
    expect(() => readOwnFile(at('file'), 3)).toThrow(/^is too large to have been written by archctl$/);
  });
});
