import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { type Updated, updateFile } from '../../../base/files/update-file.js';
import { writeFile } from '../../../base/files/write-file.js';
import { type Pieces, withoutRetry } from '../../../base/files/write-into.js';
import { checkOutput, STDOUT } from '../../../cli/command/input/stdout-file.js';
import { text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import type { HiddenAlias, OptionSpec } from '../../../cli/command/value-spec.js';
import { writeBytes } from '../../../terminal/write-text.js';

/** Output file of a command: written completely or not at all, or to stdout for `-`. */

export { checkOutput, STDOUT };

const FILE: HiddenAlias = { name: '--file' };
const DIR: HiddenAlias = { name: '--dir', convert: (given) => (/[/\\]$/.test(given) ? given : `${given}/`) };

/** `--out` of a command that writes one file. */
export const outputFile = (help: string, extra: Partial<OptionSpec<string>> = {}): OptionSpec<string> =>
  text(`${help}; - for stdout`, { value: 'FILE|-', completes: 'file', hiddenAliases: [FILE], ...extra });

/** `--out` of a command that writes one file, or several to a folder; see `isFolder`. */
export const outputFileOrFolder = (
  help: string,
  extra: Partial<OptionSpec<string>> = {},
): OptionSpec<string> => outputFile(help, { value: 'FILE|DIR|-', hiddenAliases: [FILE, DIR], ...extra });

/** Extensions that name a file: of the formats that commands write, and of those that are reported as wrong. */
const FILE_EXTENSIONS: readonly string[] = [
  ...['svg', 'png', 'pdf', 'mmd', 'puml', 'dsl', 'c4', 'dot', 'd2', 'json', 'yaml', 'yml', 'csv', 'md'],
  ...['jpg', 'jpeg', 'gif', 'webp', 'html', 'txt'],
];

/**
 * Returns true for a path that names a folder: it exists, ends with a separator, or has no known file extension.
 * `pictures-20.19.0` has none.
 */
export function isFolder({ world }: Pick<Context, 'world'>, path: string): boolean {
  if (path === STDOUT) return false;
  if (/[/\\]$/.test(path)) return true;
  const stat = statSync(resolve(world.cwd, path), { throwIfNoEntry: false });
  return stat ? stat.isDirectory() : !FILE_EXTENSIONS.includes(extname(path).slice(1).toLowerCase());
}

export interface WrittenFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** A written file; with `isStdout` nothing else may be printed to stdout. */
export interface Output {
  file: WrittenFile;
  isStdout: boolean;
}

/**
 * Streams content to the requested file; errors of the source are rethrown. Errors: `usage`, with the reason;
 * `unexpected` if stdout cannot be written.
 */
export async function writeOutput(
  context: Pick<Context, 'world'>,
  file: string,
  content: Uint8Array | string | Pieces,
): Promise<Output> {
  const { stdout, cwd, signal } = context.world;
  checkOutput(context, file);
  const measure = withMeasurement(piecesOf(content));
  let isStdout = file === STDOUT;
  if (isStdout) await writeBytes(stdout, withoutRetry(measure.pieces));
  else ({ isStdout } = await writeFile(resolve(cwd, file), measure.pieces, signal));
  return { file: { path: file, ...measure.facts() }, isStdout };
}

/** Writes a file under a generated name, unless its content is the same. Errors: as of `updateFile`. */
export async function updateOutput(
  { world: { cwd, signal } }: Pick<Context, 'world'>,
  file: string,
  content: Pieces,
): Promise<{ file: WrittenFile; state: Updated }> {
  const measure = withMeasurement(content);
  const state = await updateFile(resolve(cwd, file), measure.pieces, signal);
  return { file: { path: file, ...measure.facts() }, state };
}

/** Passes the pieces through, and counts and hashes them. */
function withMeasurement(content: Pieces) {
  const hash = createHash('sha256');
  let bytes = 0;
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.byteLength;
      yield piece;
    }
  };
  return { pieces: pieces(), facts: () => ({ bytes, sha256: hash.digest('hex') }) };
}

function piecesOf(content: Uint8Array | string | Pieces): Pieces {
  if (typeof content === 'string') return bytesOf(content);
  return content instanceof Uint8Array ? [content] : content;
}

/** Number of characters that are encoded at once, which avoids a second copy of a long text. */
const PIECE = 1_000_000;

function* bytesOf(content: string): Generator<Uint8Array> {
  for (let from = 0; from < content.length; ) {
    let to = from + PIECE;
    // Keeps both halves of a surrogate pair in one piece.
    if ((content.codePointAt(to - 1) ?? 0) > 0xffff) to += 1;
    yield Buffer.from(content.slice(from, to));
    from = to;
  }
}
