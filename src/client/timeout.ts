import type { Clock } from './clock.js';
import { anySignal } from './clock.js';
import { coded, errorFromFailure, TIMED_OUT } from './network-errors.js';
import { bodyOf, type Send, type WireBody, type WireRequest } from './wire.js';

export const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Gives each attempt, redirects and body included, `timeoutMs`. A stream has as long for its headers, and again for
 * each piece: a long download is fine as long as it moves.
 * @throws ArchctlError `unavailable` when the time is up.
 */
export const withTimeout =
  (send: Send, clock: Clock, timeoutMs: number = DEFAULT_TIMEOUT_MS): Send =>
  async (request) => {
    const attempt = new AbortController();
    const signal = anySignal(request.signal, attempt.signal);
    const within = limiter(request, attempt, clock, timeoutMs);
    const response = await within(send({ ...request, signal }));
    return request.stream ? { ...response, body: moving(response.body, within) } : response;
  };

type Within = <T>(work: Promise<T>) => Promise<T>;

/** Races work against the time and the caller's signal, for transports that do not listen to theirs. */
function limiter(request: WireRequest, attempt: AbortController, clock: Clock, timeoutMs: number): Within {
  return async (work) => {
    const timer = new AbortController();
    const late = clock.sleep(timeoutMs, anySignal(request.signal, timer.signal)).then(
      () => {
        const error = errorFromFailure(coded(TIMED_OUT, `No answer in ${timeoutMs} ms`), {
          url: request.url,
        });
        attempt.abort(error);
        throw error;
      },
      (reason) => {
        throw errorFromFailure(reason, request);
      },
    );
    try {
      return await Promise.race([work, late]);
    } finally {
      timer.abort();
      late.catch(() => {});
      work.catch(() => {});
    }
  };
}

function moving(body: WireBody, within: Within): WireBody {
  const source = async function* () {
    const pieces = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const piece = await within(pieces.next());
        if (piece.done) return;
        yield piece.value;
      }
    } finally {
      await body.discard();
    }
  };
  return bodyOf({ [Symbol.asyncIterator]: source }, () => body.discard());
}
