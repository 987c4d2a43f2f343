/** The streams a terminal writes to. */

import type { OutputStream } from './types.js';
import { isGone, writeFailed } from './write-text.js';

/** A stream whose reader may go away (`archctl … | head`). */
export interface DataSink {
  /** Resolves once the text has left; at once where nobody reads any more. Other failures throw. */
  write(text: string): Promise<void>;
  /** Aborts when the reader has gone. */
  readonly gone: AbortSignal;
}

/** Wraps stdout: backpressure by waiting for each write, a closed pipe as a quiet end. */
export function dataSink(stream: OutputStream): DataSink {
  const controller = new AbortController();
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    if (isGone(error)) controller.abort();
    else failure = error;
  };
  stream.on('error', fail);
  return {
    gone: controller.signal,
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
