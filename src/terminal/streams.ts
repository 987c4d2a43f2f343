/** Output streams of a terminal. */

import type { OutputStream } from './types.js';
import { isGone, writeFailed } from './write-text.js';

/** Output stream whose reader may close it (`archctl … | head`). */
export interface DataSink {
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
