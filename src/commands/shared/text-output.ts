import type { Context, Outcome } from '../../cli/command/spec.js';
import { outputFile, writeOutput } from './output-file.js';

/** `--file` of commands that print a text unless told. */
export const FILE_OPTION = {
  file: outputFile('File to write', { fallback: 'printed to stdout' }),
};

/** Columns of a file that was written. */
export const WRITTEN_FILE = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'bytes', kind: 'number', priority: 2 },
  { key: 'sha256', header: 'SHA-256', kind: 'id', priority: 5 },
] as const;

/**
 * A text that the service wrote: into a file, or to stdout byte for byte for `-`. Without `--file` it is shown: harmless
 * on a terminal and where a table was asked for, byte for byte in a pipe, as `text` in machine formats.
 * Errors: `usage` for `-` on a terminal; `checkOutput` tells it before anything is sent.
 */
export async function textOutput(
  context: Context,
  content: string,
  file: string | undefined,
): Promise<Outcome> {
  if (file === undefined) {
    const isAsked = context.parsed.globals.output === 'table';
    return {
      kind: 'drawing',
      data: { text: content },
      draw: ({ interactive, safe }) =>
        interactive || isAsked ? content.split(/\r?\n/).map(safe).join('\n') : content,
    };
  }
  const { file: written, isStdout } = await writeOutput(context, file, content);
  if (isStdout) return { kind: 'nothing' };
  context.terminal.success(`Wrote ${file}.`);
  return { kind: 'record', record: written, columns: WRITTEN_FILE };
}
