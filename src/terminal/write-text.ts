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

/** Writes a file's content to stdout, byte for byte; otherwise as `writeText`. */
export const writeBytes = (stream: OutputStream, bytes: Uint8Array): Promise<void> => write(stream, bytes);

async function write(stream: OutputStream, content: string | Uint8Array): Promise<void> {
  const failure = await new Promise<Error | null | undefined>((resolve) => {
    stream.on('error', resolve);
    stream.write(content, resolve);
  });
  if (failure && !isGone(failure)) throw writeFailed(failure);
}
