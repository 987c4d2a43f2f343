import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { ArchctlError, usageError } from '../../src/base/errors.js';
import { wantsColor } from '../../src/terminal/color.js';
import { createTerminal, type Terminal, type TerminalOptions } from '../../src/terminal/terminal.js';
import type { Result } from '../../src/terminal/types.js';
import { capture, TEST_NOW, testTerminal } from '../support/terminal.js';

const withStreams = (options: Partial<TerminalOptions>): Promise<Terminal> =>
  createTerminal({
    stdin: new PassThrough(),
    stdout: capture().stream,
    stderr: capture().stream,
    env: {},
    now: () => TEST_NOW,
    ...options,
  });

describe('terminal detection', () => {
  it('detects a pipe', async () => {
    const { terminal } = await testTerminal();
    expect(terminal).toMatchObject({
      format: 'table',
      machine: false,
      isInteractive: false,
      canPrompt: false,
      width: 80,
      closed: false,
    });
    expect(terminal.lineContext()).toMatchObject({ width: 80, interactive: false });
    expect(terminal.lineContext().time('2025-11-18T00:00:00Z')).toBe('2025-11-18T00:00:00Z');
  });

  it('detects a terminal', async () => {
    const { terminal } = await testTerminal({ tty: true, width: 132, format: 'yaml' });
    expect(terminal).toMatchObject({
      format: 'yaml',
      machine: true,
      isInteractive: true,
      canPrompt: true,
      width: 132,
    });
    expect(terminal.lineContext().time('2025-11-18T00:00:00Z')).toBe('3 days ago');
  });

  it('uses COLUMNS in a pipe', async () => {
    expect((await testTerminal({ env: { COLUMNS: '120' } })).terminal.width).toBe(120);
    expect((await testTerminal({ env: { COLUMNS: 'wide' } })).terminal.width).toBe(80);
    expect((await testTerminal({ tty: true, width: 60, env: { COLUMNS: '120' } })).terminal.width).toBe(60);
  });

  it.each([[{ noInput: true }], [{ env: { CI: 'true' } }]])('does not prompt with %o', async (options) => {
    expect((await testTerminal({ tty: true, ...options })).terminal.canPrompt).toBe(false);
  });

  it.each([
    [{}, true, false, true],
    [{}, false, false, false],
    [{}, true, true, false],
    [{ NO_COLOR: '1' }, true, false, false],
    [{ NO_COLOR: '' }, true, false, true],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false, false],
    [{ FORCE_COLOR: '1' }, false, false, true],
    [{ FORCE_COLOR: '0' }, true, false, false],
    [{ CLICOLOR_FORCE: '1' }, false, false, true],
    [{ CLICOLOR_FORCE: '0' }, false, false, false],
    [{ CLICOLOR: '0' }, true, false, false],
    [{ TERM: 'dumb' }, true, false, false],
    [{ TERM: 'dumb', FORCE_COLOR: '1' }, true, false, true],
    [{ FORCE_COLOR: '1' }, true, true, false],
  ])('with %o, terminal %s, --no-color %s: colour %s', (env, isTerminal, noColor, answer) => {
    expect(wantsColor({ env, isTerminal, noColor })).toBe(answer);
  });

  it('decides colour for each stream', async () => {
    const stderr = capture(true);
    const terminal = await withStreams({ stderr: stderr.stream });
    terminal.warn('careful');
    expect(stderr.text()).toBe('\x1b[33mwarning:\x1b[39m careful\n');
    expect(terminal.palette.red('x')).toBe('x');
  });
});

describe('messages', () => {
  const hostile = 'one\ntwo\x1b[2J\u202e';
  const shown = 'one\ntwo\\x1b[2J\\u202e';

  it('go to stderr, escaped', async () => {
    const { terminal, stdout, stderr } = await testTerminal();
    terminal.note(hostile);
    terminal.warn(hostile);
    terminal.success(hostile);
    expect(stderr()).toBe(`${shown}\nwarning: ${shown}\n✓ ${shown.replace('\n', '\n  ')}\n`);
    expect(stdout()).toBe('');
  });

  it('are fewer when quiet', async () => {
    const { terminal, stderr } = await testTerminal({ quiet: true });
    terminal.note('a');
    terminal.success('b');
    terminal.warn('c');
    terminal.error(usageError('d'));
    expect(stderr()).toBe('warning: c\nerror: d\n');
  });

  const failure = new ArchctlError('refused', 'Bad\x1b name\nforged', {
    status: 422,
    details: ['name: too long', 'x\ny'],
    hint: 'First.\nSecond.',
  });

  it('print an error for people', async () => {
    const { terminal, stderr } = await testTerminal({ format: 'csv' });
    terminal.error(failure);
    expect(stderr()).toBe(
      'error: Bad\\x1b name\\nforged\n  - name: too long\n  - x\\ny\nhint: First.\n      Second.\n',
    );
  });

  it('print an error for machines in one line', async () => {
    const { terminal, stderr } = await testTerminal({ format: 'yaml' });
    terminal.error(new ArchctlError('refused', 'Bad\u202e', { status: 422 }));
    expect(stderr()).toBe('{"error":{"kind":"refused","message":"Bad\\u202e","status":422}}\n');
  });
});

describe('prompter', () => {
  it.each(['confirm', 'input', 'secret'] as const)('refuses %s without a terminal', async (ask) => {
    const { terminal } = await testTerminal();
    await expect(terminal.prompter[ask]('Delete 3 objects?')).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('Delete 3 objects?'),
    });
  });

  it('refuses select without a terminal', async () => {
    const { terminal } = await testTerminal({ tty: true, noInput: true });
    await expect(terminal.prompter.select('Which?', [])).rejects.toMatchObject({ kind: 'usage' });
  });

  it('refuses on a dumb terminal, and writes nothing', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const stderr = capture(true);
    const terminal = await withStreams({ stdin, stderr: stderr.stream, env: { TERM: 'dumb' } });
    expect(terminal.canPrompt).toBe(false);
    await expect(terminal.prompter.confirm('Delete 3 objects?')).rejects.toMatchObject({
      message: 'This needs an answer, but TERM=dumb has no prompts: Delete 3 objects?',
    });
    expect(stderr.text()).toBe('');
  });

  const asked = async (keys: string, ask: (terminal: Terminal) => Promise<unknown>) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const stdout = capture(true);
    const stderr = capture(true);
    const terminal = await withStreams({
      stdin,
      stdout: stdout.stream,
      stderr: stderr.stream,
      noColor: true,
    });
    const answer = ask(terminal);
    answer.catch(() => {});
    await vi.waitFor(() => expect(stderr.text()).toContain('?'));
    stdin.write(keys);
    const outcome = await answer.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    expect(stdout.text()).toBe('');
    return { ...outcome, stderr: stderr.text() };
  };

  it('prompts on stderr', async () => {
    expect(await asked('y\r', ({ prompter }) => prompter.confirm('Sure?'))).toMatchObject({ value: true });
    expect(await asked('\r', ({ prompter }) => prompter.input('Name?', { fallback: 'x' }))).toMatchObject({
      value: 'x',
    });
    const secret = await asked('hunter2\r', ({ prompter }) => prompter.secret('Key?'));
    expect(secret).toMatchObject({ value: 'hunter2' });
    expect(secret.stderr).not.toContain('hunter2');
    const choices = [
      { name: 'One', value: 1 },
      { name: 'Two', value: 2 },
    ];
    expect(await asked('\r', ({ prompter }) => prompter.select('Which?', choices))).toMatchObject({
      value: 1,
    });
  });

  it('treats Ctrl-C as an interruption', async () => {
    expect(await asked('\x03', ({ prompter }) => prompter.confirm('Sure?'))).toMatchObject({
      error: { kind: 'interrupted' },
    });
  });

  it('has a refusing variant', async () => {
    const { terminal, verify } = await testTerminal({
      answers: [
        { ask: 'confirm', message: 'Delete', answer: true },
        { ask: 'select', answer: 'Two' },
        { ask: 'input', answer: 'never' },
      ],
    });
    expect(await terminal.prompter.confirm('Delete it?')).toBe(true);
    expect(await terminal.prompter.select('Which?', [{ name: 'Two', value: 2 }])).toBe(2);
    expect(verify).toThrow('Never asked: input');
    await expect(terminal.prompter.secret('Key?')).rejects.toThrow('Unexpected secret');
  });
});

describe('progress', () => {
  it('keeps its line apart from all other output', async () => {
    vi.useFakeTimers();
    try {
      const { terminal, stderr } = await testTerminal({ tty: true });
      const progress = terminal.progress('Waiting\x07');
      expect(stderr()).toBe('');
      vi.advanceTimersByTime(80);
      expect(stderr()).toBe('\r\x1b[2K⠙ Waiting\\x07');
      terminal.note('aside');
      expect(stderr().endsWith('\r\x1b[2Kaside\n')).toBe(true);
      progress.update('Nearly');
      vi.advanceTimersByTime(80);
      expect(stderr()).toMatch(/⠹ Nearly$/);
      progress.stop();
      progress.stop();
      const after = stderr();
      expect(after.endsWith('\r\x1b[2K')).toBe(true);
      vi.advanceTimersByTime(800);
      expect(stderr()).toBe(after);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    [{}],
    [{ tty: true, quiet: true }],
    [{ tty: true, format: 'json' as const }],
    [{ tty: true, env: { TERM: 'dumb' } }],
  ])('is silent with %o', async (options) => {
    vi.useFakeTimers();
    try {
      const { terminal, stderr } = await testTerminal(options);
      terminal.progress('Waiting').update('more');
      vi.advanceTimersByTime(1000);
      expect(stderr()).toBe('');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('stdout', () => {
  const endless = (closed: { count: number }): Result => ({
    kind: 'stream',
    columns: [{ key: 'n' }],
    line: ({ n }: { n: number }) => String(n),
    events: (async function* () {
      try {
        for (let n = 0; ; n += 1) yield { n };
      } finally {
        closed.count += 1;
      }
    })(),
  });
  const failing = (code: string, after: number): Writable => {
    let writes = 0;
    return new Writable({
      write(_chunk, _encoding, done) {
        writes += 1;
        done(writes > after ? Object.assign(new Error(`write ${code}`), { code }) : null);
      },
    });
  };

  it('ends quietly when its reader closes it', async () => {
    const closed = { count: 0 };
    const terminal = await withStreams({ stdout: failing('EPIPE', 3) });
    await terminal.render(endless(closed));
    expect(closed.count).toBe(1);
    expect(terminal.closed).toBe(true);
    expect(terminal.closing.aborted).toBe(true);
    await terminal.render({ kind: 'record', record: { a: 1 }, columns: [{ key: 'a' }] });
  });

  it('reports any other failure', async () => {
    const closed = { count: 0 };
    const terminal = await withStreams({ stdout: failing('ENOSPC', 1) });
    await expect(terminal.render(endless(closed))).rejects.toMatchObject({ kind: 'usage' });
    expect(closed.count).toBe(1);
    expect(terminal.closed).toBe(false);
  });

  it('waits for a slow reader', async () => {
    const slow = new PassThrough({ highWaterMark: 1 });
    const terminal = await withStreams({ stdout: slow, format: 'json' });
    let done = false;
    const rendering = terminal
      .render({ kind: 'record', record: { text: 'x'.repeat(100_000) }, columns: [] })
      .then(() => {
        done = true;
      });
    await new Promise((resolve) => setImmediate(resolve));
    slow.resume();
    await rendering;
    expect(done).toBe(true);
  });
});

describe('start-up', () => {
  it('does not open stdin without a prompt, because opening it is slow', async () => {
    const terminal = await createTerminal({
      get stdin(): never {
        throw new Error('Stdin was opened.');
      },
      stdout: capture().stream,
      stderr: capture().stream,
      env: {},
      now: () => TEST_NOW,
      page: async () => true,
    });
    await terminal.render({ kind: 'list', items: [{ n: 1 }], columns: [{ key: 'n' }] });
    expect(terminal.canPrompt).toBe(false);
  });

  const heavy =
    /^import (?!type).*from '(cli-table3|yaml|@jmespath-community\/jmespath|@inquirer\/prompts|chalk)'/m;
  const folder = new URL('../../src/terminal/', import.meta.url);

  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });

  it.each(files.filter((file) => file.endsWith('.ts')))('%s loads nothing heavy ahead of need', (file) => {
    expect(readFileSync(new URL(file, folder), 'utf8')).not.toMatch(heavy);
  });
});
