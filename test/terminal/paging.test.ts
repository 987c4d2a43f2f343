import { describe, expect, it } from 'vitest';
import { overflows, type Page, pagerOf } from '../../src/terminal/paging.js';
import type { Result } from '../../src/terminal/types.js';
import { type TestTerminalOptions, testTerminal } from '../support/terminal.js';

const rows = (count: number): Result => ({
  kind: 'list',
  items: Array.from({ length: count }, (_, n) => ({ n })),
  columns: [{ key: 'n' }],
});

/** Input of a pager, and other output. */
async function shown(result: Result, options: TestTerminalOptions = {}, starts = true) {
  const calls: { argv: readonly string[]; text: string }[] = [];
  const page: Page = async (argv, text) => {
    calls.push({ argv, text });
    return starts;
  };
  const { terminal, stdout, stderr } = await testTerminal({ tty: true, rows: 10, page, ...options });
  await terminal.render(result);
  return { calls, stdout: stdout(), stderr: stderr() };
}

describe('a pager', () => {
  it('receives text longer than the screen, complete', async () => {
    // Header and eight rows leave a line for the shell.
    expect(await shown(rows(8))).toMatchObject({ calls: [], stdout: expect.stringMatching(/7\n$/) });
    const { calls, stdout } = await shown(rows(9));
    expect(stdout).toBe('');
    expect(calls).toEqual([{ argv: ['less', '-FRX'], text: 'N\n0\n1\n2\n3\n4\n5\n6\n7\n8\n' }]);
    expect((await shown(rows(20), { format: 'json' })).calls).toHaveLength(1);
  });

  it.each<[string, TestTerminalOptions]>([
    ['a pipe', { tty: false }],
    ['CI', { env: { CI: '1' } }],
    ['a dumb terminal', { env: { TERM: 'dumb' } }],
    ['--no-pager', { noPager: true }],
    ['--no-input', { noInput: true }],
    ['stdin that is none', { stdin: 'pipe' }],
    ['a pager of no name', { env: { ARCHCTL_PAGER: '', PAGER: 'less' } }],
    ['a broken name', { env: { PAGER: 'less "' } }],
    ['a terminal of unknown height', { rows: 0 }],
  ])('is never for %s', async (_, options) => {
    const { calls, stdout } = await shown(rows(50), options);
    expect(calls).toEqual([]);
    expect(stdout).toMatch(/49\n$/);
  });

  it('shows help only if the user asked for one', async () => {
    const help: Result = { kind: 'drawing', data: {}, draw: () => 'x\n'.repeat(50), isHelp: true };
    expect((await shown(help)).calls).toEqual([]);
    expect((await shown(help, { pager: true })).calls).toHaveLength(1);
    expect((await shown(help, { env: { PAGER: 'more' } })).calls).toHaveLength(1);
    expect((await shown(help, { env: { ARCHCTL_PAGER: '', PAGER: 'more' } })).calls).toEqual([]);
  });

  it('is not used for a stream', async () => {
    const stream: Result = {
      kind: 'stream',
      columns: [],
      line: () => 'x',
      events: (async function* () {
        for (let n = 0; n < 50; n += 1) yield n;
      })(),
    };
    expect(await shown(stream)).toMatchObject({ calls: [], stdout: 'x\n'.repeat(50) });
  });

  it('that cannot be started loses no text, with a warning if the user chose it', async () => {
    const usual = await shown(rows(50), {}, false);
    expect(usual).toMatchObject({ stdout: expect.stringMatching(/^ ?N\n *0\n[\s\S]*\n49\n$/), stderr: '' });
    const named = await shown(rows(50), { env: { PAGER: 'nothing-here -x' } }, false);
    expect(named.stdout).toBe(usual.stdout);
    expect(named.stderr).toBe('warning: The pager "nothing-here" could not be started.\n');
  });

  it('is split into words, without a shell', () => {
    expect(pagerOf({ ARCHCTL_PAGER: `my 'long name' -x; rm`, PAGER: 'other' })).toEqual({
      argv: ['my', 'long name', '-x;', 'rm'],
      isNamed: true,
    });
    expect(pagerOf({ PAGER: 'most' })).toEqual({ argv: ['most'], isNamed: true });
    expect(pagerOf({})).toEqual({ argv: ['less', '-FRX'], isNamed: false });
  });

  it.each([
    ['a line that is wrapped', 'x'.repeat(21), true],
    ['one that just fits', 'x'.repeat(20), false],
    ['wide letters', '港'.repeat(11), true],
    ['colours, which take no room', `\x1b[36m${'x'.repeat(20)}\x1b[39m`, false],
    ['a picture, which no pager shows', `\x1b_Ga=T;${'A'.repeat(500)}\x1b\\`, false],
    ['nothing', '', false],
  ])('measures %s', (_, text, expected) => {
    expect(overflows(`${text}\n`, { rows: 3, columns: 10 })).toBe(expected);
  });
});
