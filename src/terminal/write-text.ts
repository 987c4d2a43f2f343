import { type ArchctlError, usageError } from '../base/errors.js';
import { systemWords } from '../base/system-words.js';
import type { OutputStream } from './types.js';

/** Reports whether the reader closed the stream, as with `| head`. */
const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' ||
    error.code === 'ERR_STREAM_DESTROYED' ||
    error.code === 'ERR_STREAM_WRITE_AFTER_END');

const writeFailed = (failure: Error): ArchctlError =>
  usageError(`Cannot write to stdout: ${systemWords(failure)}.`, { cause: failure });

/**
 * Writes a text before there is a terminal: the version, a help page. A closed reader is not a failure. @throws
 * ArchctlError `usage` if the text cannot be written (a full disk).
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

/** Output stream whose reader may close it (`archctl … | head`). */
interface DataSink {
  /** Resolves once the text is written; immediately after the reader has closed. Other failures throw. */
  write(text: string): Promise<void>;
  /** Aborts when the reader has closed the stream. */
  readonly closed: AbortSignal;
}

/** Wraps stdout: waits for each write (backpressure), and treats a closed pipe as a normal end. */
export function dataSink(stream: OutputStream): DataSink {
  const controller = new AbortController();
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    if (isGone(error)) controller.abort();
    else failure = error;
  };
  stream.on('error', fail);
  return {
    closed: controller.signal,
    async write(text) {
      if (controller.signal.aborted || text === '') return;
      await new Promise<void>((resolve) => {
        stream.write(text, (error) => {
          if (error) fail(error);
          resolve();
        });
      });
      if (failure) throw writeFailed(failure);
    },
  };
}
