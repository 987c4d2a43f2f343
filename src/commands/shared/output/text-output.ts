import type { Context, Outcome } from '../../../cli/command/spec.js';
import { outputFile, writeOutput } from './output-file.js';

/** `--out` of commands that print a text by default. */
export const OUT_OPTION = {
  out: outputFile('File to write', { fallback: 'stdout' }),
};

/** Columns of a written file. */
export const WRITTEN_FILE = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'bytes', kind: 'number', priority: 2 },
  { key: 'sha256', header: 'SHA-256', kind: 'id', priority: 5 },
] as const;

/**
 * A text from the service: written to a file, or to stdout byte for byte for `-`. Without `--out`, it is escaped on a
 * terminal and for tables, unchanged in a pipe, and the field `text` in machine formats. Errors: `usage` for `-` on a
 * terminal; `checkOutput` reports it before any request.
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
