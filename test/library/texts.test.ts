import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inCommandWords } from '../../src/cli/command/command-words.js';

/** Texts of code that `archctl/model` and the client contain; `undo` belongs to commands. */
const FOLDERS = ['src/model', 'src/client', 'src/library'];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^undo/.test(file) && !file.includes('generated'))
    .map((file) => join(folder, file)),
);

/** Texts between quotes, without comments. */
const textsIn = (code: string): string[] => {
  const plain = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return plain.match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [];
};

describe('texts of the library', () => {
  it('name no command and no option of the command line', () => {
    expect(sources.length).toBeGreaterThan(150);
    const found = sources.flatMap((file) =>
      textsIn(readFileSync(file, 'utf8'))
        .filter((text) => /(^|[\s"'`(])--[a-z]{3}|\barchctl [a-z]/.test(text) && !text.includes('liftoff'))
        .map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('are shown with commands and options', () => {
    expect(inCommandWords('List the errors with `validate`.')).toBe(
      'List the errors with "archctl model validate".',
    );
    expect(inCommandWords('`prune` deletes it')).toBe('--prune deletes it');
    expect(inCommandWords('Quoted `text` stays')).toBe('Quoted `text` stays');
  });
});
