import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDangerous } from '../../src/base/text/escape.js';
import { shellWord } from '../../src/cli/command/input/shell-word.js';
import { runs } from '../support/property-runs.js';

/** Words as a shell parses them. */
const readBack = (shell: string, words: readonly string[]): string[] => {
  const script = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
  const { stdout, status } = spawnSync(shell, ['-c', script], {
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  });
  expect(status, script).toBe(0);
  return stdout.split('\0').slice(0, -1);
};
const signs = fc.constantFrom(
  ...`'"\\$\`!;&|<>(){}[]*?~#= -\n\t\u001b\u0085\u202e\u{e0041}`,
  '$(x)',
  "'\\''",
);
const word = fc
  .array(fc.oneof(signs, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 8 })
  .map((parts) => parts.join('').replaceAll('\0', ''));
const words = fc.array(word, { minLength: 20, maxLength: 40 });

test('a POSIX shell parses any quoted word to the original', () => {
  fc.assert(
    fc.property(words, (all) => {
      const plain = all.filter((it) => !isDangerous(it));
      expect(readBack('sh', plain)).toEqual(plain);
    }),
    { numRuns: runs(8) },
  );
});

test('bash parses words with control characters, and none of these is printed', () => {
  fc.assert(
    fc.property(words, (all) => {
      expect(readBack('bash', all)).toEqual(all);
      expect(all.map(shellWord).filter(isDangerous)).toEqual([]);
    }),
    { numRuns: runs(8) },
  );
});

test.each([
  ['Booking/Booking-API', 'Booking/Booking-API'],
  ['', "''"],
  ['=ls', "'=ls'"],
  ["it's $HOME", "'it'\\''s $HOME'"],
  ["a\u001b'", "$'a\\x1b\\''"],
])('%j is %s', (text, quoted) => {
  expect(shellWord(text)).toBe(quoted);
});
