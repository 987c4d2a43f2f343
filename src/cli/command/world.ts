import type { Send } from '../../client/send/wire.js';
import type { TerminalOptions } from '../../terminal/terminal.js';

/** The process as archctl sees it; tests hand in their own. */
export interface World {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  stdin: TerminalOptions['stdin'] & AsyncIterable<Uint8Array | string>;
  stdout: TerminalOptions['stdout'];
  stderr: TerminalOptions['stderr'];
  now: () => Date;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** Waits; tests advance a clock of their own. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
  /** Moves the spinner; the system's timer unless told. */
  every?: TerminalOptions['every'];
  /** Whether a text is an id of the service, taken for one without asking; 20 letters and digits unless told. */
  isId?: (text: string) => boolean;
  /** Carries requests in place of the network. */
  transport?: Send;
  prompter?: TerminalOptions['prompter'];
  /** Does what gives the terminal to another program: Ctrl-C is that one's meanwhile. Without it, there are no pagers. */
  handOver?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Opens an address in the browser; false where it could not. Without it, addresses are printed. */
  browse?: (address: string) => Promise<boolean>;
  /** Where the fonts of the sandbox's pictures lie. */
  fontDirectory: string;
  /** The command line as typed. */
  argv: readonly string[];
  /** How to start this program again: executable and leading arguments; a single-file build has none. */
  program: readonly string[];
}
