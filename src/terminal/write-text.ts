import { ArchctlError } from '../base/errors.js';
import type { OutputStream } from './types.js';

/** Reports whether the reader closed the stream, as with `| head`. */
export const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' ||
    error.code === 'ERR_STREAM_DESTROYED' ||
    error.code === 'ERR_STREAM_WRITE_AFTER_END');

export const writeFailed = (failure: Error): ArchctlError =>
  new ArchctlError('unexpected', `Could not write to stdout: ${failure.message}`, { cause: failure });

/**
 * Writes a text before there is a terminal: the version, a help page. A closed reader is not a failure. @throws
 * ArchctlError `unexpected` if the text cannot be written (a full disk).
 */
export const writeText = (stream: OutputStream, text: string): Promise<void> => write(stream, text);

/** Writes a file's content to stdout as it arrives, byte for byte; errors as in `writeText`. */
export async function writeBytes(
  stream: OutputStream,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  let failure: Error | null | undefined;
  const note = (error: Error): void => {
    failure ??= error;
  };
  stream.on('error', note);
  for await (const piece of pieces) {
    // Each write waits for the previous one.
    failure ??= await new Promise<Error | null | undefined>((resolve) => stream.write(piece, resolve));
    if (failure) break;
  }
  if (failure && !isGone(failure)) throw writeFailed(failure);
}

async function write(stream: OutputStream, content: string): Promise<void> {
  const failure = await new Promise<Error | null | undefined>((resolve) => {
    stream.on('error', resolve);
    stream.write(content, resolve);
  });
  if (failure && !isGone(failure)) throw writeFailed(failure);
}
