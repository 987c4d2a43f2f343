/** What archctl says beside the data, on stderr. */

import { type ArchctlError, errorRecord } from '../errors.js';
import { jsonSafe, visible } from './escape.js';
import type { OutputStream } from './streams.js';
import type { Palette } from './types.js';

/** Messages to the person, or the log, reading stderr. All text is escaped here, line feeds excepted. */
export interface Messages {
  /** Plain remark; silent with `--quiet`. */
  note(text: string): void;
  /** Always shown. */
  warn(text: string): void;
  /** Silent with `--quiet`. */
  success(text: string): void;
  /** Dimmed; the caller decides whether debugging is on. */
  debug(text: string): void;
  /** The error, its details and its hint; in machine formats one line of JSON. */
  error(error: ArchctlError): void;
}

const several = (text: string): string => visible(text, { newline: 'keep' });

/** Under the first line, so that a hint of several lines stands as one block. */
const indented = (text: string, indent: string): string => several(text).replaceAll('\n', `\n${indent}`);

function errorText(error: ArchctlError, palette: Palette): string {
  const { details = [], hint } = error.facts;
  const lines = [`${palette.bold(palette.red('error:'))} ${visible(error.message)}`];
  for (const detail of details) lines.push(`  - ${visible(detail)}`);
  if (hint) lines.push(`${palette.cyan('hint:')} ${indented(hint, '      ')}`);
  return lines.join('\n');
}

/** Messages written to `stderr`; `clear` runs before each, to take away a progress line. */
export function createMessages(options: {
  stderr: OutputStream;
  palette: Palette;
  machine: boolean;
  quiet: boolean;
  clear: () => void;
}): Messages {
  const { stderr, palette, machine, quiet, clear } = options;
  const say = (text: string): void => {
    clear();
    stderr.write(`${text}\n`);
  };
  return {
    note(text) {
      if (!quiet) say(several(text));
    },
    warn(text) {
      say(`${palette.yellow('warning:')} ${several(text)}`);
    },
    success(text) {
      if (!quiet) say(`${palette.green('✓')} ${several(text)}`);
    },
    debug(text) {
      say(palette.dim(several(text)));
    },
    error(error) {
      say(machine ? jsonSafe(JSON.stringify(errorRecord(error))) : errorText(error, palette));
    },
  };
}
