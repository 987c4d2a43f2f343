/** What archctl says beside the data, on stderr. */

import { type ArchctlError, errorRecord } from '../base/errors.js';
import { jsonSafe, visible } from './escape.js';
import { CLEAR_LINE } from './progress.js';
import type { OutputStream, Palette } from './types.js';
import { wrapWords } from './width.js';

/** Messages to the person, or the log, reading stderr. All text is escaped here, line feeds excepted. */
export interface Messages {
  /** Plain remark; silent with `--quiet`. */
  note(text: string): void;
  /** A note that belongs under the data: dim. */
  remark(text: string): void;
  /** A command line that may be copied: whole, on a line of its own. Silent with `--quiet`. */
  commandLine(text: string): void;
  /** Always shown. */
  warn(text: string): void;
  /** Silent with `--quiet`. */
  success(text: string): void;
  /** Dimmed; the caller decides whether debugging is on. */
  debug(text: string): void;
  /**
   * The error, its details and its hint; in machine formats one line of JSON. What a person stopped on purpose is told
   * as it is, and is no error.
   */
  error(error: ArchctlError): void;
}

/** Escapes the text, breaks its lines between words and hangs them below where the first began. */
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
  const isWish = error.kind === 'interrupted';
  const lines = [
    isWish ? line(error.message, 0) : `${palette.bold(palette.red('error:'))} ${line(error.message, 7)}`,
  ];
  for (const detail of details) lines.push(`  - ${line(detail, 4)}`);
  if (hint) lines.push(`${palette.cyan('hint:')} ${block(hint, { width, indent: 6 })}`);
  return lines.join('\n');
}

/**
 * Messages written to `stderr`, which is so many cells wide: without end where it is no terminal. `clear` runs before
 * each, to take away a progress line.
 */
export function createMessages(options: {
  stderr: OutputStream;
  palette: Palette;
  machine: boolean;
  quiet: boolean;
  width: () => number;
  clear: () => void;
  /** A line can be written anew. */
  rewrites: boolean;
}): Messages {
  const { stderr, palette, machine, quiet, clear } = options;
  const several = (text: string): string => block(text, { width: options.width() });
  const say = (text: string): void => {
    clear();
    stderr.write(`${text}\n`);
  };
  return {
    note(text) {
      if (!quiet) say(several(text));
    },
    remark(text) {
      if (!quiet) say(palette.dim(several(text)));
    },
    commandLine(text) {
      if (!quiet) say(`  ${visible(text)}`);
    },
    warn(text) {
      say(`${palette.yellow('warning:')} ${several(text)}`);
    },
    success(text) {
      if (!quiet) say(`${palette.green('✓')} ${several(text)}`);
    },
    debug(text) {
      // Whole, so that a request can be copied.
      say(palette.dim(visible(text, { newline: 'keep' })));
    },
    error(error) {
      // The data has told all there is.
      if (error.message === '' && !machine) return clear();
      // The terminal has shown `^C` where it was pressed.
      if (options.rewrites && !machine && error.kind === 'interrupted') stderr.write(CLEAR_LINE);
      say(
        machine ? jsonSafe(JSON.stringify(errorRecord(error))) : errorText(error, palette, options.width()),
      );
    },
  };
}
