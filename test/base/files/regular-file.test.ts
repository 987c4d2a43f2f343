import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readOwnFile } from '../../../src/base/files/own-file.js';
import { readIfThere } from '../../../src/base/files/regular-file.js';

const root = mkdtempSync(join(tmpdir(), 'archctl-test-'));
afterAll(() => rmSync(root, { recursive: true }));
const at = (name: string): string => join(root, name);
writeFileSync(at('file'), 'text', { mode: 0o600 });
mkdirSync(at('directory'));
symlinkSync(at('file'), at('link'));

describe('an optional file', () => {
  test('is read, also through a link', () => {
    expect(readIfThere(at('file'))?.content).toBe('text');
    expect(readIfThere(at('link'))?.content).toBe('text');
  });

  test('is undefined if the file or its directory is missing', () => {
    expect(readIfThere(at('none'))).toBeUndefined();
    expect(readIfThere(at('file/none'))).toBeUndefined();
    expect(readOwnFile(at('file/none'))).toBeUndefined();
  });

  test.runIf(process.platform !== 'win32')(
    'that is not a regular file is an error, and does not block',
    () => {
      execFileSync('mkfifo', [at('pipe')]);
      for (const name of ['pipe', 'directory']) {
        expect(() => readIfThere(at(name))).toThrow(`Cannot read ${at(name)}: it is not a regular file.`);
        expect(() => readOwnFile(at(name))).toThrow(/^is not a regular file$/);
      }
      expect(() => readIfThere(at('pipe'), 'the list')).toThrow(
        'Cannot read the list: it is not a regular file.',
      );
    },
  );

  test.runIf(process.platform !== 'win32')('is not read through a link if it must be our own', () => {
    expect(readOwnFile(at('file'))?.content).toBe('text');
    expect(() => readOwnFile(at('link'))).toThrow(/^is a symbolic link$/);
    expect(() => readOwnFile(at('file'), 3)).toThrow(/^is too large to have been written by archctl$/);
  });
});
