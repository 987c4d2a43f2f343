import type { Send } from '../../client/send/wire.js';
import type { TerminalOptions } from '../../terminal/terminal.js';

/** The process environment of archctl; injected by tests. */
export interface World {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  stdin: TerminalOptions['stdin'] & AsyncIterable<Uint8Array | string>;
  stdout: TerminalOptions['stdout'];
  stderr: TerminalOptions['stderr'];
  now: () => Date;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** Waits; tests use a fake clock. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
  /** Timer of the spinner (default: the system's). */
  every?: TerminalOptions['every'];
  /** Whether a text looks like an id (default: 20 letters and digits). */
  isId?: (text: string) => boolean;
  /** Transport that replaces the network. */
  transport?: Send;
  prompter?: TerminalOptions['prompter'];
  /** Runs work that gives the terminal, including Ctrl-C, to another program. Without it, the pager is disabled. */
  handOver?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Opens a URL in the browser; returns false on failure. Without it, URLs are printed. */
  browse?: (address: string) => Promise<boolean>;
  /** Directory of the fonts for the sandbox's pictures. */
  fontDirectory: string;
  /** Directory of the files of the browser page. */
  pageDirectory: string;
  argv: readonly string[];
  /** How to start archctl again: executable and leading arguments; a standalone build has none. */
  program: readonly string[];
}
