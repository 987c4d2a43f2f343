/** Whether a text is shown page by page, and by which program. */

import { splitCommand } from '../base/split-command.js';
import type { Environment } from './image.js';
import type { InputStream, OutputStream } from './types.js';
import { displayWidth } from './width.js';

interface Pager {
  /** Program and arguments. */
  argv: readonly string[];
  /** Somebody chose it. */
  isNamed: boolean;
}

/** Ends at once where one screen is enough, keeps colours, leaves the text on the screen. */
const USUAL = 'less -FRX';

/**
 * The first of ARCHCTL_PAGER and PAGER that is set; `less` unless told. None where it is set to nothing, or to what is
 * no command.
 */
export function pagerOf({ ARCHCTL_PAGER, PAGER }: Environment): Pager | undefined {
  const named = ARCHCTL_PAGER ?? PAGER;
  try {
    return { argv: splitCommand(named ?? USUAL), isNamed: named !== undefined };
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const COLOUR = /\x1b\[[\d;]*m/g;

/**
 * True where the text and the line of the shell below it take more than the screen. False for what holds other
 * sequences than colours, such as a picture: no pager shows those.
 */
export function overflows(text: string, { rows, columns }: { rows: number; columns: number }): boolean {
  const plain = text.replace(COLOUR, '');
  if (plain.includes('\x1b')) return false;
  let left = rows - 1;
  let from = 0;
  while (left >= 0 && from < plain.length) {
    const end = plain.indexOf('\n', from);
    const line = plain.slice(from, end === -1 ? plain.length : end);
    left -= Math.max(1, Math.ceil(displayWidth(line, rows * columns) / columns));
    from = end === -1 ? plain.length : end + 1;
  }
  return left < 0;
}

/**
 * Runs a pager over the text on this terminal, until it is closed. False where it could not be started, and has shown
 * nothing.
 */
export type Page = (argv: readonly string[], text: string) => Promise<boolean>;

/** Shows the text: page by page where it is longer than the screen and somebody sits there, else by writing it. */
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
  // Stdin last: opening it costs time.
  if (pager === undefined || stdin().isTTY !== true) return write(text);
  if (await page(pager.argv, text)) return;
  await write(text);
  if (pager.isNamed) warn(`The pager "${pager.argv[0]}" could not be started.`);
}
