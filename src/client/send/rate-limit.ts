import { RATE_LIMITS, type RateClass, rateClass } from '../../contract/limits.js';
import type { Clock } from './clock.js';
import { errorFromFailure } from './network-errors.js';
import type { Send } from './wire.js';

/** The service's minute plus one second, because requests may arrive closer together than they were sent. */
const WINDOW_MS = 61_000;

/** A wait for the rate limit. */
export interface PaceEvent {
  /** Class of requests that share the limit. */
  rateClass: RateClass;
  /** Duration of the wait in milliseconds. */
  delayMs: number;
}

/**
 * Keeps requests to `origin` within the service's rate limits per minute (docs/service.md#requests-a-minute), counted
 * by this process over a sliding window: requests pass immediately until a limit is reached, then in first-come,
 * first-served order.
 */
export function withRateLimit(
  send: Send,
  origin: string,
  clock: Clock,
  onPace?: (event: PaceEvent) => void,
): Send {
  const pacers = new Map<RateClass, Pacer>();
  return async (request) => {
    if (request.url.origin !== origin) return send(request);
    const kind = rateClass(request.method, request.url.pathname);
    const pacer =
      pacers.get(kind) ??
      createPacer(RATE_LIMITS[kind], clock, (delayMs) => onPace?.({ rateClass: kind, delayMs }));
    pacers.set(kind, pacer);
    await pacer(request.signal).catch((reason: unknown) => {
      throw errorFromFailure(reason, request);
    });
    return send(request);
  };
}

type Pacer = (signal: AbortSignal | undefined) => Promise<void>;

function createPacer(limit: number, clock: Clock, onWait: (delayMs: number) => void): Pacer {
  /** Ring buffer of the send times of the latest `limit` requests: the entry at `next` is the oldest. */
  const times: number[] = [];
  let next = 0;
  let queue: Promise<void> = Promise.resolve();

  const enter: Pacer = async (signal) => {
    signal?.throwIfAborted();
    const oldest = times[next];
    const delayMs = oldest === undefined ? 0 : oldest + WINDOW_MS - clock.now();
    if (delayMs > 0) {
      onWait(delayMs);
      await clock.sleep(delayMs, signal);
    }
    times[next] = clock.now();
    next = (next + 1) % limit;
  };

  return (signal) => {
    const turn = queue.then(() => enter(signal));
    // A cancelled request must not fail those behind it in the queue.
    queue = turn.catch(() => {});
    return turn;
  };
}
