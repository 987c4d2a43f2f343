import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer } from '../../src/completion/answer.js';
import { cleanDescription, isClean } from '../../src/completion/clean.js';
import { BASH, FISH, POWERSHELL, splitLine } from '../../src/completion/line.js';
import { bash, powershell, bashQuoted as quoted, zsh } from '../../src/completion/shells.js';
import { TREE } from '../../src/completion/tree.generated.js';
import { temporaryDirectory } from '../cli/world.js';
import { HOSTILE } from '../support/completion-cache.js';
import { runs } from '../support/property-runs.js';
import { isShellMissing } from '../support/shells.js';

/** Words in which bash expands a directory, also after a letter: words like an assignment. */
const TILDES = [
  '~',
  '~/x',
  '~root',
  '=~/x',
  '=b:~/x',
  '=~/a:~root/b',
  '+=~/x',
  '[0]=~/x',
  ':~/x',
  'y=~',
  'y~/x',
];

/** Texts of characters that are special in shells. */
const text = fc.oneof(
  fc.constantFrom(...HOSTILE, ...TILDES),
  fc.string({ unit: fc.constantFrom(...'ab \'"`$(){}[]<>|&;:=,.!#%*?~^\\/-+@é🚢ש'), maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

/** Runs a script in a directory of its own, and returns its output. It must not create files there. */
function inShell(shell: string, script: string): string {
  const cwd = temporaryDirectory();
  const { stdout, stderr, status } = spawnSync(shell, ['-c', script], { cwd, encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(existsSync(join(cwd, 'pwned'))).toBe(false);
  return stdout;
}

describe.each(['', "'", '"'] as const)('insertion by bash after %j', (quote) => {
  const words = fc
    .sample(
      text.filter((it) => isClean(it) && it !== '').map((it) => it.replaceAll('\0', '')),
      { numRuns: runs(150), seed: 3 },
    )
    .concat(TILDES);
  const line = words.map((word) => `x${quote}${quoted(word, quote)}${quote}`).join(' ');

  test.skipIf(isShellMissing('bash'))('means the text itself to bash', () => {
    expect(inShell('bash', `printf '%s\\0' ${line}`).split('\0').slice(0, -1)).toEqual(
      words.map((word) => `x${word}`),
    );
  });

  test('is parsed to the same text', () => {
    for (const word of words) {
      const { current } = splitLine(`archctl ${quote}${quoted(word, quote)}`, BASH);
      expect(current.value).toBe(word);
    }
  });
});

describe('a line', () => {
  test('is split as each shell does', () => {
    const read = (line: string, dialect = BASH) => {
      const { words, current } = splitLine(line, dialect);
      return [...words, current.value];
    };
    expect(read(`archctl a\\ b "c d" 'e f' g`)).toEqual(['archctl', 'a b', 'c d', 'e f', 'g']);
    expect(read('archctl "$(x) \\"y')).toEqual(['archctl', '$(x) "y']);
    expect(read('X=1 Y= archctl a')).toEqual(['archctl', 'a']);
    expect(read('ls | archctl a ')).toEqual(['archctl', 'a', '']);
    expect(read('archctl a 2> log b')).toEqual(['archctl', 'a', 'b']);
    expect(read(`archctl 'it\\'s' x`, FISH)).toEqual(['archctl', "it's", 'x']);
    expect(read(`archctl 'it''s' "a\`"b" x\` y`, POWERSHELL)).toEqual(['archctl', "it's", 'a"b', 'x y']);
    expect(splitLine('archctl a > fi', BASH).current).toMatchObject({ value: 'fi', redirects: true });
  });

  test('of any content is split without an error', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(BASH, FISH, POWERSHELL), (line, dialect) => {
        const { current } = splitLine(line, dialect);
        expect(line.endsWith(current.raw)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('output for shells', () => {
  test('contains no line feed, and no control characters', () => {
    fc.assert(
      fc.property(text, text, (value, description) => {
        const meaning = cleanDescription(description);
        expect(meaning).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect([...meaning].length).toBeLessThanOrEqual(60);
        if (!isClean(value) || value === '') return;
        const suggestions = [
          { kind: 'word' as const, value, description: meaning },
          { kind: 'word' as const, value: `${value}b` },
        ];
        const typed = splitLine('archctl ', BASH).current;
        const request = { words: [], current: '', typed, replaced: '', inserts: false };
        const lines = [
          bash.render(suggestions, request).slice(1),
          zsh.render(suggestions, request).slice(1),
          powershell.render(suggestions, request),
        ];
        for (const answer of lines) {
          expect(answer).toHaveLength(2);
          for (const line of answer) expect(line).not.toMatch(/[\n\r]/);
        }
        expect(powershell.render(suggestions, request)[0]?.split('\t')).toHaveLength(3);
      }),
      { numRuns: runs(300) },
    );
  });

  test('keeps letters of every script, and removes characters used for spoofing', () => {
    expect(HOSTILE.map(cleanDescription)).toEqual([
      ...HOSTILE.slice(0, 6),
      'two lines tab',
      ...HOSTILE.slice(7, 9),
      'red right',
      ...HOSTILE.slice(10),
    ]);
    expect(isClean('a\nb')).toBe(false);
    expect(isClean('\u202eexe')).toBe(false);
  });

  test('has no descriptions if candidates are inserted one after another', () => {
    const request = bash.read(['archctl d', 'd', '37', 'compopt']);
    if (!request) throw new Error('It reads the line.');
    const offered = ['diagram', 'draft'].map((value) => ({ kind: 'word' as const, value, description: 'x' }));
    expect(bash.render(offered, request)).toEqual(['words', 'diagram', 'draft']);
  });
});

describe('a ~ in a path that bash does not expand', () => {
  const cwd = (): string => {
    const directory = temporaryDirectory();
    for (const folder of ['home', 'work', 'work/~']) mkdirSync(join(directory, folder));
    for (const file of ['home/notes', 'work/~root', 'work/~/names', 'work/a=~x'])
      writeFileSync(join(directory, file), '');
    return directory;
  };
  const offered = (directory: string, word: string): string[] => {
    const context = {
      env: { HOME: join(directory, 'home') },
      cwd: join(directory, 'work'),
      now: () => 0,
      isOver: () => false,
    };
    return answer(
      ['bash', `archctl landscape export-pdf x --out ${word}`, word, '9', ''],
      TREE,
      context,
    ).lines.slice(1);
  };

  test('is the home directory only outside quotes, at the beginning', () => {
    const directory = cwd();
    expect(offered(directory, '~/n')).toEqual(['~/notes ']);
    expect(offered(directory, '"~/n')).toEqual(['~/names']);
    expect(offered(directory, '\\~/n')).toEqual(['\\~/names ']);
    expect(offered(directory, '\\~')).toEqual(['\\~/', '\\~root']);
    expect(offered(directory, 'a')).toEqual(['a=\\~x ']);
  });
});

describe('the script for bash', () => {
  const script = readFileSync('completions/archctl.bash', 'utf8');

  test('uses only features of bash 3.2', () => {
    expect(script).not.toMatch(
      /mapfile|readarray|declare -A|local -[nA]|\$\{\w+(?:,|\^|@)|&>>|\|&|coproc|;;&|;&/,
    );
    expect(script).not.toMatch(/_init_completion|_get_comp_words|_filedir|\beval\b/);
  });

  test.skipIf(isShellMissing('bash'))('works without later builtins', () => {
    const cwd = temporaryDirectory();
    // Response of the program for files, if bash has no compopt.
    const program = `[ "$6" = '' ] && [ "$3" = 'archctl x --file a' ] && printf '%s\\n' words 'a\\ file ' 'b '`;
    writeFileSync(join(cwd, 'archctl'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    // A user's function of that name must not be called.
    const body = `shopt -s compat32 2>/dev/null; enable -n compopt mapfile readarray; PATH=$PWD:$PATH
archctl() { echo words hijacked; }
${script}
COMP_LINE='archctl x --file a b' COMP_POINT=18 COMP_TYPE=9
_archctl archctl a --file
printf '<%s>' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', body], { cwd, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '<a\\ file ><b >', stderr: '' });
  });
});

describe('a program that is not archctl', () => {
  const loaded = { bash: 'archctl.bash', zsh: '_archctl' };
  test.skipIf(isShellMissing('bash'))('does not change the line of bash', () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'archctl'), '#!/bin/sh\necho No version is set\necho rm -rf important\n', {
      mode: 0o755,
    });
    const body = `PATH=$PWD:$PATH; source '${resolve('completions', loaded.bash)}'
COMP_LINE='archctl o' COMP_POINT=9 COMP_TYPE=9
_archctl archctl o archctl
printf '<%s>' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', body], { cwd, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '<>', stderr: '' });
  });

  test.skipIf(isShellMissing('bash'))('and a missing program is not called', () => {
    const body = `source '${resolve('completions', loaded.bash)}'
command_not_found_handle() { echo asked >&2; }
PATH=/nowhere COMP_LINE='archctl o' COMP_POINT=9 COMP_TYPE=9
_archctl archctl o archctl`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', body], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
  });

  test.skipIf(isShellMissing('zsh'))('can be loaded before compinit without output', () => {
    const body = `source '${resolve('completions', loaded.zsh)}'`;
    const { stdout, stderr } = spawnSync('zsh', ['-fc', body], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
  });
});

describe('the script for PowerShell', () => {
  const script = readFileSync('completions/archctl.ps1', 'utf8');

  test('registers a completer that evaluates nothing', () => {
    expect(script).toContain('Register-ArgumentCompleter -Native -CommandName archctl -ScriptBlock {');
    expect(script).not.toMatch(/Invoke-Expression|\biex\b|\[scriptblock\]::Create/i);
    expect(script).toContain('[System.Management.Automation.CompletionResult]::new(');
    expect(script).toMatch(/finally \{\s+\[Console\]::OutputEncoding = \$encoding/);
    for (const [open, close] of ['{}', '()', '[]'])
      expect(script.split(open ?? '').length, open).toBe(script.split(close ?? '').length);
  });

  test('passes the line in a form that survives its quoting', () => {
    const line = `archctl 'it''s' "x`;
    expect(powershell.read([Buffer.from(line).toString('base64')])).toMatchObject({
      words: ["it's"],
      current: 'x',
    });
    const script = powershell.render([{ kind: 'word', value: "it's $x" }], { words: [], current: '' });
    expect(script).toEqual(["'it''s $x'\tit's $x\tit's $x"]);
  });
});
