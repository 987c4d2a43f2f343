/** Reads user input from a file or stdin, with the same error messages everywhere. */

import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ArchctlError, usageError } from '../../../base/errors.js';
import { systemWords } from '../../../base/system-words.js';
import { bytesInWords } from '../../../base/text/words.js';
import type { World } from '../world.js';

/** Maximum size of a file or stdin that is read into memory. */
const MAX_INPUT_BYTES = 64 * 1024 * 1024;

/** `Option --data`, `Argument FILE`. */
const optionInWords = (option: string): string =>
  `${option.startsWith('-') ? 'Option' : 'Argument'} ${option}`;

const tooLarge = (option: string, what: string): ArchctlError =>
  usageError(`${optionInWords(option)}: ${what} is larger than ${bytesInWords(MAX_INPUT_BYTES)}.`);

/** Raw bytes of a file, or of stdin for `-`. Errors: `usage`. */
export const readBytes = async (file: string, world: World, option: string): Promise<Buffer> =>
  file === '-' ? readStdinBytes(world, option) : readFileBytes(file, world, option);

/** Text of a file. Errors: `usage`. */
export const readFileText = (file: string, world: World, option: string): string =>
  readFileBytes(file, world, option).toString('utf8');

/** All of stdin as text. Errors: `usage`. */
export const readStdin = async (world: World, option: string): Promise<string> =>
  (await readStdinBytes(world, option)).toString('utf8');

/** The text that an option refers to: itself, `@file`, or `-` for stdin; and its name for errors. Errors: `usage`. */
export async function readSource(
  given: string,
  world: World,
  option: string,
): Promise<{ text: string; where: string }> {
  if (given === '-') return { text: await readStdin(world, option), where: 'stdin' };
  if (!given.startsWith('@')) return { text: given, where: 'it' };
  const file = given.slice(1);
  return { text: readFileText(file, world, option), where: file };
}

/** Raw bytes of a file; reads at most the limit from an endless device. */
function readFileBytes(file: string, world: World, option: string): Buffer {
  let bytes: Buffer | undefined;
  try {
    bytes = readUpTo(resolve(world.cwd, file), MAX_INPUT_BYTES);
  } catch (error) {
    throw usageError(`${optionInWords(option)}: cannot read ${file}: ${systemWords(error)}.`, {
      cause: error,
    });
  }
  if (bytes === undefined) throw tooLarge(option, file);
  return bytes;
}

const PIECE_BYTES = 65_536;

/**
 * Reads a file without asking for its size, which pipes and devices do not have. Undefined if it is larger than `most`.
 */
function readUpTo(path: string, most: number): Buffer | undefined {
  const handle = openSync(path, 'r');
  const pieces: Buffer[] = [];
  try {
    for (let total = 0; total <= most; ) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const length = readSync(handle, piece);
      if (length === 0) return Buffer.concat(pieces);
      total += length;
      pieces.push(piece.subarray(0, length));
    }
    return undefined;
  } finally {
    closeSync(handle);
  }
}

/** Worlds whose stdin was read; it can be read only once. */
const consumed = new WeakSet<World>();

/** Reads all of stdin. Rejects a terminal, which would wait silently, and a second read, which would be empty. */
async function readStdinBytes(world: World, option: string): Promise<Buffer> {
  if (consumed.has(world)) {
    throw usageError(`${optionInWords(option)} cannot read stdin: another option has already read it.`);
  }
  consumed.add(world);
  if (world.stdin.isTTY) {
    throw usageError(`${optionInWords(option)} cannot read stdin: it is a terminal.`, {
      hint: 'Pipe data into the command.',
    });
  }
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of world.stdin) {
    const bytes = Buffer.from(chunk);
    total += bytes.byteLength;
    if (total > MAX_INPUT_BYTES) throw tooLarge(option, 'stdin');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
