import { ArchctlError } from '../base/errors.js';
import type { OutputStream } from './types.js';

/** A stream whose reader went away, as with `| head`. */
export const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' ||
    error.code === 'ERR_STREAM_DESTROYED' ||
    error.code === 'ERR_STREAM_WRITE_AFTER_END');

export const writeFailed = (failure: Error): ArchctlError =>
  new ArchctlError('unexpected', `Could not write to stdout: ${failure.message}`, { cause: failure });

/**
 * Writes a text where there is no terminal yet: the version, a help page. A reader that has gone is no failure.
 * @throws ArchctlError `unexpected` where it cannot be written (a full disk).
 */
export const writeText = (stream: OutputStream, text: string): Promise<void> => write(stream, text);

/** Writes a file's content to stdout as it comes, byte for byte; otherwise as `writeText`. */
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
    // Each waits until the one before it is out.
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
