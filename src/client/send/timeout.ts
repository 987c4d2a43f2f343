import type { Clock } from './clock.js';
import { coded, errorFromFailure, TIMED_OUT } from './network-errors.js';
import { bodyOf, type Send, type WireBody, type WireRequest } from './wire.js';

const DEFAULT_TIMEOUT_MS = 30_000;
/** For what the service may take minutes for: exports, duplicates. */
const SLOW_TIMEOUT_MS = 120_000;

/**
 * Gives each attempt, redirects and body included, `timeoutMs`. A stream has as long for its headers, and again for
 * each piece: a long download is fine as long as it moves.
 * @throws ArchctlError `unavailable` when the time is up.
 */
export const withTimeout =
  (send: Send, clock: Clock, timeoutMs?: number): Send =>
  async (request) => {
    const attempt = new AbortController();
    const limit = timeoutMs ?? (request.slow ? SLOW_TIMEOUT_MS : DEFAULT_TIMEOUT_MS);
    const within = limiter(request, attempt, clock, limit);
    const response = await within(() => send({ ...request, signal: attempt.signal }));
    return request.stream ? { ...response, body: moving(response.body, within) } : response;
  };

/** Why a time limit is given up: the work is done. Without a reason of its own, each would make an error with a stack. */
const OVER = new Error('Done in time.');

type Within = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Races work against the time and the caller's signal, for transports that do not listen to theirs. Signals are
 * linked by hand: AbortSignal.any leaves something behind with each use, which a tail of days would feel.
 */
function limiter(request: WireRequest, attempt: AbortController, clock: Clock, timeoutMs: number): Within {
  return async (work) => {
    const timer = new AbortController();
    const stop = () => {
      attempt.abort(request.signal?.reason);
      timer.abort(request.signal?.reason);
    };
    const expire = () => {
      const error = errorFromFailure(coded(TIMED_OUT, `No answer in ${timeoutMs} ms`), { url: request.url });
      attempt.abort(error);
      throw error;
    };
    if (request.signal?.aborted) throw errorFromFailure(request.signal.reason, request);
    request.signal?.addEventListener('abort', stop, { once: true });
    const late = clock.sleep(timeoutMs, timer.signal).then(expire, (reason: unknown) => {
      throw reason === OVER ? OVER : errorFromFailure(reason, request);
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      request.signal?.removeEventListener('abort', stop);
      timer.abort(OVER);
      late.catch(() => {});
    }
  };
}

function moving(body: WireBody, within: Within): WireBody {
  const source = async function* () {
    const pieces = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const piece = await within(() => pieces.next());
        if (piece.done) return;
        yield piece.value;
      }
    } finally {
      await body.discard();
    }
  };
  return bodyOf({ [Symbol.asyncIterator]: source }, () => body.discard());
}
