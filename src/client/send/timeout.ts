import { onAbort } from '../../base/abort.js';
import { after, type Clock } from './clock.js';
import { coded, errorFromFailure, TIMED_OUT } from './network-errors.js';
import { bodyOf, type Send, type WireBody, type WireRequest } from './wire.js';

const DEFAULT_TIMEOUT_MS = 30_000;
/** Timeout of slow operations such as exports and duplicates. */
const SLOW_TIMEOUT_MS = 120_000;

/**
 * Limits each attempt, including redirects and body, to `timeoutMs`. For a stream the limit applies to the headers and
 * again to each piece: a long download is fine as long as data arrives.
 * @throws ArchctlError `unavailable` at the timeout.
 */
export const withTimeout =
  (send: Send, clock: Clock, timeoutMs?: number): Send =>
  async (request) => {
    const attempt = new AbortController();
    const limit = request.timeoutMs ?? timeoutMs ?? (request.slow ? SLOW_TIMEOUT_MS : DEFAULT_TIMEOUT_MS);
    const within = limiter(request, attempt, clock, limit);
    const response = await within(() => send({ ...request, signal: attempt.signal }));
    return request.stream ? { ...response, body: withPieceTimeout(response.body, within) } : response;
  };

/** Runs work within a time limit. */
type TimeLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Races work against the timeout and the caller's signal, for transports that ignore theirs. */
function limiter(request: WireRequest, attempt: AbortController, clock: Clock, timeoutMs: number): TimeLimit {
  const { signal, url } = request;
  return async (work) => {
    if (signal?.aborted) throw errorFromFailure(signal.reason, request);
    let stopWaiting = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const forget = onAbort(signal, () => {
          attempt.abort(signal?.reason);
          reject(errorFromFailure(signal?.reason, request));
        });
        const stop = after(clock, timeoutMs, () => {
          const error = errorFromFailure(coded(TIMED_OUT, `No response within ${timeoutMs} ms`), { url });
          attempt.abort(error);
          reject(error);
        });
        stopWaiting = () => {
          forget();
          stop();
        };
        work().then(resolve, reject);
      });
    } finally {
      stopWaiting();
    }
  };
}

/** Limits the wait for each piece of a body. */
function withPieceTimeout(body: WireBody, within: TimeLimit): WireBody {
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
