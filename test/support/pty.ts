/** The built program on a pseudo-terminal: keys as input, the visible screen as output. */

import { type IPty, spawn } from '@lydell/node-pty';
import { deadline, type Home, PROGRAM } from './binary.js';
import { type Screen, screen } from './screen.js';

export const KEYS = {
  enter: '\r',
  down: '\u001b[B',
  up: '\u001b[A',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
} as const;

/** A regular expression, or another predicate on a text. */
interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

export interface TerminalRun {
  /** Complete output, including control sequences. */
  readonly raw: string;
  /** Current screen. */
  readonly screen: Screen;
  /** Whether the cursor is visible. */
  readonly cursorShows: boolean;
  press(keys: string): void;
  /** Waits until the screen matches; its lines are joined by line feeds. */
  until(pattern: RegExp): Promise<void>;
  /** Waits until the complete output matches. */
  untilWritten(pattern: Pattern): Promise<void>;
  /** Exit code; for a signal, 128 plus its number. */
  end(): Promise<number>;
}

const open = new Set<IPty>();

interface Options {
  columns?: number;
  env?: Record<string, string>;
}

/** Starts archctl on a terminal of `columns` columns. */
export const onTerminal = (home: Home, args: readonly string[], options?: Options): TerminalRun =>
  programOnTerminal(home, process.execPath, [PROGRAM, ...args], options);

/** Starts a program on a terminal. */
export function programOnTerminal(
  home: Home,
  file: string,
  args: readonly string[],
  options: Options = {},
): TerminalRun {
  const { columns = 80, env = {} } = options;
  const pty = spawn(file, [...args], {
    // Sets TERM.
    name: env.TERM ?? 'xterm-256color',
    cols: columns,
    rows: 40,
    cwd: home.directory,
    // Disables the pager, except in its own tests.
    env: { ARCHCTL_PAGER: '', ...home.env, ...env },
  });
  open.add(pty);
  const view = screen(columns, 40);
  let raw = '';
  let changed = (): void => {};
  let exit: number | undefined;
  pty.onData((data) => {
    raw += data;
    view.write(data);
    changed();
  });
  pty.onExit(({ exitCode, signal }) => {
    open.delete(pty);
    exit = signal ? 128 + signal : exitCode;
    changed();
  });
  const waitFor = async <T>(what: string, look: () => T | undefined): Promise<T> => {
    const limit = deadline(what, () => `${view.text}\n-- raw\n${JSON.stringify(raw)}`);
    try {
      for (;;) {
        const found = look();
        if (found !== undefined) return found;
        await Promise.race([
          new Promise<void>((resolve) => {
            changed = resolve;
          }),
          limit.reached,
        ]);
      }
    } finally {
      limit.clear();
    }
  };
  const seen = (pattern: Pattern, text: () => string) => async (): Promise<void> => {
    await waitFor(String(pattern), () => {
      if (pattern.test(text())) return true;
      if (exit !== undefined) throw new Error(`Ended (${exit}) before ${pattern}:\n${text()}`);
      return undefined;
    });
  };
  return {
    screen: view,
    get raw() {
      return raw;
    },
    get cursorShows() {
      return raw.lastIndexOf('\u001b[?25h') >= raw.lastIndexOf('\u001b[?25l');
    },
    press: (keys) => pty.write(keys),
    until: (pattern) => seen(pattern, () => view.text)(),
    untilWritten: (pattern) => seen(pattern, () => raw)(),
    end: () => waitFor('the end of the process', () => exit),
  };
}

/** Kills every process that still runs on a terminal. */
export function closeTerminals(): void {
  for (const pty of open) pty.kill('SIGKILL');
}
