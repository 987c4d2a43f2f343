import type { Method } from '../../contract/operation.js';
import type { Clock } from './clock.js';
import { errorFromResponse } from './errors.js';
import { errorFromFailure, isTransient, wasNotSent } from './network-errors.js';
import { MAX_RETRY_AFTER, parseRetryAfter } from './response-headers.js';
import type { Send, WireResponse } from './wire.js';

const DEFAULT_RETRIES = 2;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** A wait before a retry. */
export interface RetryEvent {
  /** Number of the failed attempt, from 1. */
  attempt: number;
  /** Duration of the wait in milliseconds. */
  delayMs: number;
  /** HTTP status of the failed attempt; absent without a response. */
  status: number | undefined;
}

export interface RetryOptions {
  clock: Clock;
  /** Returns a number from 0 to 1, excluding 1. */
  random: () => number;
  /** Retries after the first attempt. */
  retries?: number | undefined;
  onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** Whether a request only reads: it is idempotent, so that it can be retried after any failure. */
const isRead = (method: Method): boolean => method === 'GET' || method === 'HEAD';

const retriesStatus = (method: Method, status: number): boolean =>
  status === 429 || (isRead(method) && (status === 408 || status >= 500));

const retriesFailure = (method: Method, error: unknown): boolean =>
  isRead(method) ? isTransient(error) : wasNotSent(error);

/**
 * Retries failed requests: reads on 408, 429, 5xx and failed connections; writes only on 429 and on connections that
 * were never made, since a write without a clear response may have been executed. Waits for the time in `Retry-After`,
 * otherwise with exponential backoff and 20 % jitter.
 * @throws ArchctlError immediately, with the wait, if `Retry-After` exceeds one minute (exhausted monthly quota).
 */
export const withRetry =
  (send: Send, options: RetryOptions): Send =>
  async (request) => {
    const { clock } = options;
    const retries = request.retries ?? options.retries ?? DEFAULT_RETRIES;
    for (let attempt = 1; ; attempt += 1) {
      // Not every transport checks the signal before sending, and a write would then be executed.
      if (request.signal?.aborted) throw errorFromFailure(request.signal.reason, request);
      if (request.trace) request.trace.attempt = attempt;
      let response: WireResponse | undefined;
      let delayMs = backoff(attempt, options.random);
      try {
        response = await send(request);
      } catch (thrown) {
        // Not a failure: a transport may stop a request by throwing a value of its own (a dry run does).
        if (!(thrown instanceof Error)) throw thrown;
        const error = errorFromFailure(thrown, request);
        if (attempt > retries || !retriesFailure(request.method, error)) throw error;
      }
      if (response !== undefined) {
        if (attempt > retries || !retriesStatus(request.method, response.status)) return response;
        const retryAfter = parseRetryAfter(response.headers['retry-after'], clock.now());
        if (retryAfter !== undefined && retryAfter > MAX_RETRY_AFTER) {
          throw errorFromResponse(response, await response.body.text(), request, clock.now());
        }
        if (retryAfter !== undefined) delayMs = Math.ceil(retryAfter * 1000);
        await response.body.discard();
      }
      options.onRetry?.({ attempt, delayMs, status: response?.status });
      await clock.sleep(delayMs, request.signal).catch((reason: unknown) => {
        throw errorFromFailure(reason, request);
      });
    }
  };

/** 0.5 s, 1 s, 2 s … up to 30 s, with 20 % jitter so that clients that failed together do not retry together. */
const backoff = (attempt: number, random: () => number): number =>
  Math.round(Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS) * (0.8 + 0.4 * random()));
