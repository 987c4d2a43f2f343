/** The built program on a terminal: keys in, and the screen a person would see. */

import { type IPty, spawn } from '@lydell/node-pty';
import { deadline, type Home, PROGRAM } from './binary.js';
import { type Screen, screen } from './screen.js';

export const KEYS = { enter: '\r', down: '\u001b[B', up: '\u001b[A', ctrlC: '\u0003' } as const;

/** A regular expression, or anything else that looks at a text. */
interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

export interface TerminalRun {
  /** Everything that was written, control sequences included. */
  readonly raw: string;
  /** The terminal as it looks now. */
  readonly screen: Screen;
  /** Whether the cursor shows, as the program last said. */
  readonly cursorShows: boolean;
  press(keys: string): void;
  /** Waits until the screen, lines joined by line feeds, matches. */
  until(pattern: RegExp): Promise<void>;
  /** Waits until what was ever written matches. */
  untilWritten(pattern: Pattern): Promise<void>;
  /** The exit code; 128 plus its number for a signal. */
  end(): Promise<number>;
}

const open = new Set<IPty>();

interface Options {
  columns?: number;
  env?: Record<string, string>;
}

/** Starts archctl on a terminal of so many columns. */
export const onTerminal = (home: Home, args: readonly string[], options?: Options): TerminalRun =>
  programOnTerminal(home, process.execPath, [PROGRAM, ...args], options);

/** Starts any program on a terminal. */
export function programOnTerminal(
  home: Home,
  file: string,
  args: readonly string[],
  options: Options = {},
): TerminalRun {
  const { columns = 80, env = {} } = options;
  const pty = spawn(file, [...args], {
    // It sets TERM by this.
    name: env.TERM ?? 'xterm-256color',
    cols: columns,
    rows: 40,
    cwd: home.directory,
    // Long screens run through, but where a test is about the pager.
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

/** Kills every process that is still on a terminal. */
export function closeTerminals(): void {
  for (const pty of open) pty.kill('SIGKILL');
}
