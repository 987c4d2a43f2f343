import type { Dispatcher } from 'undici';
import { onAbort } from '../../base/abort.js';
import { MAX_DISCARDED_BYTES } from '../send/limits.js';
import { coded } from '../send/network-errors.js';
import { bodyOf, type WireBody, type WireRequest, type WireResponse } from '../send/wire.js';

/** What waits to be read before the sender is asked to wait, in bytes. */
const MOST_HELD = 64 * 1024;

/**
 * One request over a dispatcher of undici. Its own `request` makes a stream of each answer, which takes longer than all the
 * rest of a short one; here an answer is the pieces as they come.
 */
export const exchange = (dispatcher: Dispatcher, wire: WireRequest): Promise<WireResponse> =>
  new Promise((resolve, reject) => {
    const { url, method, headers, body, signal } = wire;
    const incoming = incomingBody();
    let controller: Dispatcher.DispatchController | undefined;
    const stop = () => controller?.abort(signal?.reason ?? coded('ABORT_ERR', 'The request was stopped.'));
    const forget = onAbort(signal, stop);
    const options = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...headers },
      body: body ?? null,
    };
    dispatcher.dispatch(options, {
      onRequestStart: (its) => {
        controller = its;
        if (signal?.aborted) stop();
      },
      onResponseStart: (its, status, received) => {
        // One that says that the answer is on its way.
        if (status < 200) return;
        resolve({ status, headers: joined(received), body: incoming.readBy(its), url });
      },
      onResponseData: (its, piece) => {
        if (!incoming.take(piece)) its.pause();
      },
      onResponseEnd: () => {
        forget();
        incoming.end();
      },
      onResponseError: (_its, error) => {
        forget();
        reject(error);
        incoming.end(error);
      },
    });
  });

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) lower[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return lower;
}

/** The pieces of a body that came and nobody has read yet. */
function incomingBody() {
  let held: Uint8Array[] = [];
  let size = 0;
  let isOver = false;
  let failure: Error | undefined;
  /** Bytes that may still come where the rest is not wanted; undefined where it is. */
  let unwanted: number | undefined;
  let wake = () => {};

  const read = async function* (controller: Dispatcher.DispatchController) {
    try {
      for (;;) {
        const pieces = held;
        held = [];
        size = 0;
        if (controller.paused) controller.resume();
        yield* pieces;
        if (held.length > 0) continue;
        if (failure) throw failure;
        if (isOver) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      // Whoever leaves early wants no more of it.
      if (!isOver) controller.abort(coded('ABORT_ERR', 'The rest of the answer is not wanted.'));
    }
  };
  return {
    /** Whether more may come before somebody has read. */
    take(piece: Uint8Array): boolean {
      if (unwanted === undefined) {
        held.push(piece);
        size += piece.byteLength;
      } else unwanted -= piece.byteLength;
      wake();
      return size < MOST_HELD;
    },
    end(error?: Error): void {
      isOver = true;
      failure = error;
      wake();
    },
    readBy: (controller: Dispatcher.DispatchController): WireBody =>
      bodyOf({ [Symbol.asyncIterator]: () => read(controller) }, async () => {
        // Reads on for the sake of the connection, unless there is more left than a new one costs.
        held = [];
        size = 0;
        unwanted = MAX_DISCARDED_BYTES;
        if (controller.paused) controller.resume();
        while (!isOver && unwanted >= 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        if (!isOver) controller.abort(coded('ABORT_ERR', 'The rest of the answer is not wanted.'));
      }),
  };
}
