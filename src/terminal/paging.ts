/** Decides whether a text is paged, and by which program. */

import { withoutSecrets } from '../base/secret-environment.js';
import { splitCommand } from '../base/text/split-command.js';
import type { Environment } from './image.js';
import type { InputStream, OutputStream } from './types.js';
import { displayWidth } from './width.js';

interface Pager {
  /** Program and arguments. */
  argv: readonly string[];
  /** Set by the user. */
  isNamed: boolean;
}

/** Exits if the text fits on one screen, keeps colours, and leaves the text on the screen. */
const DEFAULT_PAGER = 'less -FRX';

/**
 * Returns the pager from ARCHCTL_PAGER, then PAGER. Default: `less`. Undefined if the variable is empty or not a valid
 * command.
 */
export function pagerOf({ ARCHCTL_PAGER, PAGER }: Environment): Pager | undefined {
  const named = ARCHCTL_PAGER ?? PAGER;
  try {
    return { argv: splitCommand(named ?? DEFAULT_PAGER), isNamed: named !== undefined };
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches escape sequences.
const COLOUR = /\x1b\[[\d;]*m/g;

/**
 * Reports whether the text and the shell's prompt line exceed the screen. False for text with escape sequences other
 * than colours, such as an inline image, because pagers cannot show them.
 */
export function overflows(text: string, { rows, columns }: { rows: number; columns: number }): boolean {
  const plain = text.replace(COLOUR, '');
  if (plain.includes('\x1b')) return false;
  let remaining = rows - 1;
  let from = 0;
  while (remaining >= 0 && from < plain.length) {
    const end = plain.indexOf('\n', from);
    const line = plain.slice(from, end === -1 ? plain.length : end);
    remaining -= Math.max(1, Math.ceil(displayWidth(line, rows * columns) / columns));
    from = end === -1 ? plain.length : end + 1;
  }
  return remaining < 0;
}

/**
 * Runs a pager over the text on this terminal, until it is closed. Returns false if it could not be started and has
 * shown nothing.
 */
export type Page = (argv: readonly string[], text: string) => Promise<boolean>;

/** Shows the text: in the pager if it is longer than the screen and a person is present, otherwise by writing it. */
export async function showPaged(
  text: string,
  options: {
    stdin: () => InputStream;
    stdout: OutputStream;
    env: Environment;
    page: Page;
    write: (text: string) => Promise<void>;
    warn: (text: string) => void;
  },
): Promise<void> {
  const { stdin, stdout, env, page, write, warn } = options;
  const { rows, columns } = stdout;
  if (!rows || !columns || !overflows(text, { rows, columns })) return write(text);
  const pager = pagerOf(env);
  // Stdin is checked last, because opening it is slow.
  if (pager === undefined || stdin().isTTY !== true) return write(text);
  if (await page(pager.argv, text)) return;
  await write(text);
  if (pager.isNamed) warn(`The pager "${pager.argv[0]}" could not be started.`);
}

/** Exit codes of `env` and of a shell for a program that was not found. */
const NOT_STARTED: readonly (number | null)[] = [126, 127];

/**
 * Sends the text to the pager on this terminal and waits until the pager exits, whatever the reason. Returns false if
 * the pager could not be started and nothing was shown. `signal` ends the pager.
 */
export async function runPager(
  argv: readonly string[],
  text: string,
  { env, signal }: { env: Environment; signal: AbortSignal },
): Promise<boolean> {
  const [file = '', ...args] = argv;
  // Loaded here, because most texts fit on the screen and need no pager.
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      // The same as `git`: a bare "less" shows colours, and exits if the text fits on one screen.
      env: { LESS: 'FRX', LV: '-c', ...withoutSecrets(env) },
      stdio: ['pipe', 'inherit', 'inherit'],
      signal,
    });
    child.on('error', () => resolve(child.pid !== undefined));
    child.on('close', (code) => resolve(!NOT_STARTED.includes(code)));
    // The user can close the pager before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
