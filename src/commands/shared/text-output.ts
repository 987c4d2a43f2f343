import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { writeFile } from '../../base/write-file.js';
import { text } from '../../cli/command/options.js';
import type { Context, Outcome } from '../../cli/command/spec.js';

/** `--file` of commands that print a text unless told. */
export const FILE_OPTION = {
  file: text('File to write; - prints it', { value: 'FILE|-', fallback: '-', completes: 'file' }),
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
  { terminal, world }: Context,
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
  const bytes = Buffer.from(content);
  const { isStdout } = await writeFile(resolve(world.cwd, file), bytes, world.signal);
  terminal.success(`Wrote ${file}.`);
  if (isStdout) return { kind: 'nothing' };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'record', record: { path: file, bytes: bytes.byteLength, sha256 }, columns: WRITTEN_FILE };
}
