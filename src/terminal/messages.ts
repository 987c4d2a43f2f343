/** Messages beside the data, on stderr. */

import { type ArchctlError, errorRecord } from '../base/errors.js';
import { jsonSafe, visible } from '../base/text/escape.js';
import { CLEAR_LINE } from './progress.js';
import type { OutputStream, Palette } from './types.js';
import { wrapWords } from './width.js';

/** Messages on stderr, for a person or a log. All text is escaped here, except line feeds. */
export interface Messages {
  /** Prints a plain message; silent with `--quiet`. */
  note(text: string): void;
  /** Prints a dimmed note below the data. */
  remark(text: string): void;
  /** Prints a command line to copy, unwrapped, on a line of its own. Silent with `--quiet`. */
  commandLine(text: string): void;
  /** Prints a warning, always. */
  warn(text: string): void;
  /** Prints a success message; silent with `--quiet`. */
  success(text: string): void;
  /** Prints a dimmed line. The caller decides whether debugging is on. */
  debug(text: string): void;
  /**
   * Prints the error, its details and its hint; in machine formats, one line of JSON. An interruption by the user is
   * printed without an error label.
   */
  error(error: ArchctlError): void;
}

/** Escapes the text, wraps it between words and aligns the following lines with the first. */
function block(text: string, { width, indent = 0 }: { width: number; indent?: number }): string {
  const lines = visible(text, { newline: 'keep' })
    .split('\n')
    .flatMap((line) => {
      const lead = / */.exec(line)?.[0] ?? '';
      return wrapWords(line.slice(lead.length), width - indent - lead.length).map((part) => lead + part);
    });
  return lines.join(`\n${' '.repeat(indent)}`);
}

function errorText(error: ArchctlError, palette: Palette, width: number): string {
  const { details = [], hint } = error.facts;
  const line = (text: string, indent: number): string => block(visible(text), { width, indent });
  const isInterruption = error.kind === 'interrupted';
  const lines = [
    isInterruption
      ? line(error.message, 0)
      : `${palette.bold(palette.red('error:'))} ${line(error.message, 7)}`,
  ];
  for (const detail of details) lines.push(`  - ${line(detail, 4)}`);
  if (hint) lines.push(`${palette.cyan('hint:')} ${block(hint, { width, indent: 6 })}`);
  return lines.join('\n');
}

/**
 * Creates messages that write to `stderr`. The width is unlimited if stderr is not a terminal. `clear` runs before each
 * message, to remove a progress line.
 */
export function createMessages(options: {
  stderr: OutputStream;
  palette: Palette;
  machine: boolean;
  quiet: boolean;
  width: () => number;
  clear: () => void;
  /** The terminal can overwrite a line. */
  rewrites: boolean;
}): Messages {
  const { stderr, palette, machine, quiet, clear } = options;
  const wrapped = (text: string, indent = 0): string => block(text, { width: options.width(), indent });
  const print = (text: string): void => {
    clear();
    stderr.write(`${text}\n`);
  };
  return {
    note(text) {
      if (!quiet) print(wrapped(text));
    },
    remark(text) {
      if (!quiet) print(palette.dim(wrapped(text)));
    },
    commandLine(text) {
      if (!quiet) print(`  ${visible(text)}`);
    },
    warn(text) {
      print(`${palette.yellow('warning:')} ${wrapped(text)}`);
    },
    success(text) {
      if (!quiet) print(`${palette.green('✓')} ${wrapped(text, 2)}`);
    },
    debug(text) {
      // Not wrapped, so that a request can be copied.
      print(palette.dim(visible(text, { newline: 'keep' })));
    },
    error(error) {
      // The data already contains the summary.
      if (error.message === '' && !machine) return clear();
      // The terminal has echoed `^C` on this line.
      if (options.rewrites && !machine && error.kind === 'interrupted') stderr.write(CLEAR_LINE);
      print(
        machine ? jsonSafe(JSON.stringify(errorRecord(error))) : errorText(error, palette, options.width()),
      );
    },
  };
}
