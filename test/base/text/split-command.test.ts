import { describe, expect, it } from 'vitest';
import { splitCommand } from '../../../src/base/text/split-command.js';

describe('a command', () => {
  it.each([
    ['node run.js --fast', ['node', 'run.js', '--fast']],
    [`sh -c 'echo "$X"'`, ['sh', '-c', 'echo "$X"']],
    ['say "two words" \'and "more"\'', ['say', 'two words', 'and "more"']],
    ['a\\ b "c\\"d" "e\\f" \'g\\h\'', ['a b', 'c"d', 'e\\f', 'g\\h']],
    ['x "" \'\'', ['x', '', '']],
    ['  a\t b\n', ['a', 'b']],
    ['a"b"\'c\'d', ['abcd']],
    ['run $HOME; rm -rf * | x && `y`', ['run', '$HOME;', 'rm', '-rf', '*', '|', 'x', '&&', '`y`']],
  ])('is split into words without other interpretation: %s', (text, words) => {
    expect(splitCommand(text)).toEqual(words);
  });

  it.each(['', '  ', "a 'b", 'a "b', 'a \\', '""'])('is refused: %j', (text) => {
    expect(() => splitCommand(text)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });
});
