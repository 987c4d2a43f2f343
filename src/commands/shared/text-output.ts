import type { Context, Outcome } from '../../cli/command/spec.js';
import { outputFile, writeOutput } from './output-file.js';

/** `--file` of commands that print a text unless told. */
export const FILE_OPTION = {
  file: outputFile('File to write', { fallback: '-' }),
};

/** Columns of a file that was written. */
export const WRITTEN_FILE = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'bytes', kind: 'number', priority: 2 },
  { key: 'sha256', header: 'SHA-256', kind: 'id', priority: 5 },
] as const;

/**
 * A text that the service wrote: into a file, or to stdout, where it is harmless on a terminal and byte for byte in a
 * pipe. Machine formats get it as `text`.
 */
export async function textOutput(
  context: Context,
  content: string,
  file: string | undefined,
): Promise<Outcome> {
  if (file === undefined || file === '-') {
    return {
      kind: 'drawing',
      data: { text: content },
      draw: ({ interactive, safe }) => (interactive ? content.split(/\r?\n/).map(safe).join('\n') : content),
    };
  }
  const { file: written, isStdout } = await writeOutput(context, file, content);
  if (isStdout) return { kind: 'nothing' };
  context.terminal.success(`Wrote ${file}.`);
  return { kind: 'record', record: written, columns: WRITTEN_FILE };
}
