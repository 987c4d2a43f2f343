import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ArchctlError, declinedError, interrupted } from '../../src/base/errors.js';
import { spanInWords } from '../../src/terminal/time.js';
import type { Result } from '../../src/terminal/types.js';
import { TEST_NOW, testTerminal } from '../support/terminal.js';

const SPINS = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/;
const WIPE = '\r\x1b[2K';

describe('a wait', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('appears after a moment, and is erased', async () => {
    const { terminal, stderr } = await testTerminal({ tty: true, format: 'json' });
    const done = terminal.waiting();
    vi.advanceTimersByTime(299);
    expect(stderr()).toBe('');
    vi.advanceTimersByTime(100);
    expect(stderr()).toBe(`${WIPE}⠙ Waiting for the service`);
    done();
    done();
    const after = stderr();
    expect(after.endsWith(WIPE)).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(stderr()).toBe(after);
  });

  it('continues the previous wait after a short gap', async () => {
    const { terminal, stderr } = await testTerminal({ tty: true });
    for (let page = 0; page < 3; page += 1) {
      const done = terminal.waiting();
      vi.advanceTimersByTime(150);
      done();
    }
    expect(stderr()).toMatch(SPINS);
    const quick = await testTerminal({ tty: true });
    for (let page = 0; page < 10; page += 1) {
      const done = quick.terminal.waiting();
      vi.advanceTimersByTime(100);
      done();
      vi.advanceTimersByTime(100);
    }
    expect(quick.stderr()).toBe('');
  });

  it('is hidden by other progress, a prompt and a stream', async () => {
    let answer = (_: boolean): void => {};
    const prompter = {
      confirm: () =>
        new Promise<boolean>((resolve) => {
          answer = resolve;
        }),
    };
    const { terminal, stderr } = await testTerminal({ tty: true, prompter });
    terminal.waiting();
    vi.advanceTimersByTime(400);
    const work = terminal.progress('Export');
    vi.advanceTimersByTime(80);
    expect(stderr()).toMatch(/ Export$/);
    work.stop();
    const before = stderr();
    const asked = terminal.prompter.confirm('Sure?');
    vi.advanceTimersByTime(1000);
    expect(stderr()).toBe(before);
    answer(true);
    expect(await asked).toBe(true);
    vi.advanceTimersByTime(240);
    expect(stderr()).toBe(before);
    vi.advanceTimersByTime(160);
    expect(stderr()).toMatch(/ Waiting for the service$/);
    await terminal.render({ kind: 'stream', columns: [], line: () => '', events: (async function* () {})() });
    const wiped = stderr();
    expect(wiped.endsWith(WIPE)).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(stderr()).toBe(wiped);
  });

  it.each([
    [{}],
    [{ tty: true, quiet: true }],
    [{ tty: true, env: { CI: 'true' } }],
    [{ tty: true, env: { TERM: 'dumb' } }],
  ])('is silent with %o', async (options) => {
    const { terminal, stderr } = await testTerminal(options);
    terminal.waiting();
    vi.advanceTimersByTime(1000);
    expect(stderr()).toBe('');
  });
});

describe('an interruption by the user', () => {
  const printed = async (error: ArchctlError, format?: 'json'): Promise<string> => {
    const { terminal, stderr } = await testTerminal({ tty: true, ...(format && { format }) });
    terminal.error(error);
    // The echo of Ctrl-C is erased.
    return stderr().replace(WIPE, '');
  };

  it('is not an error', async () => {
    expect(await printed(declinedError())).toBe('Nothing was changed.\n');
    expect(await printed(interrupted())).toBe('Interrupted.\n');
    expect(await printed(new ArchctlError('interrupted', 'Half.', { hint: 'Go on.' }))).toBe(
      'Half.\nhint: Go on.\n',
    );
    expect(JSON.parse(await printed(declinedError(), 'json'))).toEqual({
      error: { kind: 'interrupted', message: 'Nothing was changed.' },
    });
    expect(declinedError().exitCode).toBe(130);
  });

  /** Events until Ctrl-C, `ms` after the first. */
  const ended = async (noun: string | null | undefined, ms: number, format?: 'json'): Promise<unknown> => {
    let now = TEST_NOW;
    const { terminal } = await testTerminal({ now: () => now, ...(format && { format }) });
    const stream: Result = {
      kind: 'stream',
      columns: [{ key: 'n' }],
      line: () => '',
      ...(noun === undefined ? {} : { noun }),
      events: (async function* () {
        yield { n: 1 };
        yield { n: 2 };
        now = new Date(now.getTime() + ms);
        throw interrupted();
      })(),
    };
    return terminal.render(stream).catch((error: ArchctlError) => [error.kind, error.message]);
  };

  it('ends a stream with its totals', async () => {
    expect(await ended('record', 185_000)).toEqual(['interrupted', '2 records in 3 min.']);
    expect(await ended('record', 185_000, 'json')).toEqual(['interrupted', 'Interrupted.']);
    expect(await ended(undefined, 0)).toEqual(['interrupted', 'Interrupted.']);
    // Its last line was the message.
    expect(await ended(null, 0)).toEqual(['interrupted', '']);
    expect(await printed(new ArchctlError('interrupted', ''))).toBe('');
  });

  it('formats durations', () => {
    const spans = [0, 59_999, 60_000, 3_599_999, 3_600_000, 7_500_000].map(spanInWords);
    expect(spans).toEqual(['0 s', '59 s', '1 min', '59 min', '1 h', '2 h 5 min']);
  });
});
