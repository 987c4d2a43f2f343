import type { Method } from '../../contract/operation.js';
import type { Clock } from './clock.js';
import { errorFromResponse } from './errors.js';
import { errorFromFailure, isTransient, neverLeft } from './network-errors.js';
import { MAX_RETRY_AFTER, parseRetryAfter } from './retry-after.js';
import type { Send, WireResponse } from './wire.js';

const DEFAULT_RETRIES = 2;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** A wait before another attempt. `status` is absent where no response came. */
export interface RetryEvent {
  attempt: number;
  delayMs: number;
  status: number | undefined;
}

export interface RetryOptions {
  clock: Clock;
  /** 0 up to, not including, 1. */
  random: () => number;
  /** Further attempts after the first. */
  retries?: number | undefined;
  onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** Reads are repeatable; a write only where it was surely not carried out. */
const isRead = (method: Method): boolean => method === 'GET' || method === 'HEAD';

const retriesStatus = (method: Method, status: number): boolean =>
  status === 429 || (isRead(method) && (status === 408 || status >= 500));

const retriesFailure = (method: Method, error: unknown): boolean =>
  isRead(method) ? isTransient(error) : neverLeft(error);

/**
 * Tries again: reads on 408, 429, 5xx and failed connections; writes on 429 and on connections that were never made,
 * and on nothing else, since a write that got an unclear answer may have been carried out. Waits as `Retry-After` says,
 * else exponentially with 20 % jitter.
 * @throws ArchctlError at once, saying how long, where `Retry-After` is beyond a minute (a spent monthly quota).
 */
export const withRetry =
  (send: Send, options: RetryOptions): Send =>
  async (request) => {
    const { clock, retries = DEFAULT_RETRIES } = options;
    for (let attempt = 1; ; attempt += 1) {
      // Not every transport looks at the signal before it sends, and a write would be carried out.
      if (request.signal?.aborted) throw errorFromFailure(request.signal.reason, request);
      let response: WireResponse | undefined;
      let delayMs = backoff(attempt, options.random);
      try {
        response = await send(request);
      } catch (thrown) {
        // Not a failure: a transport may stop a request by throwing something of its own (a dry run does).
        if (!(thrown instanceof Error)) throw thrown;
        const error = errorFromFailure(thrown, request);
        if (attempt > retries || !retriesFailure(request.method, error)) throw error;
      }
      if (response !== undefined) {
        if (attempt > retries || !retriesStatus(request.method, response.status)) return response;
        const asked = parseRetryAfter(response.headers['retry-after'], clock.now());
        if (asked !== undefined && asked > MAX_RETRY_AFTER) {
          throw errorFromResponse(response, await response.body.text(), request, clock.now());
        }
        if (asked !== undefined) delayMs = Math.ceil(asked * 1000);
        await response.body.discard();
      }
      options.onRetry?.({ attempt, delayMs, status: response?.status });
      await clock.sleep(delayMs, request.signal).catch((reason: unknown) => {
        throw errorFromFailure(reason, request);
      });
    }
  };

/** 0.5 s, 1 s, 2 s … up to 30 s, each give or take a fifth, so that clients that failed together part. */
const backoff = (attempt: number, random: () => number): number =>
  Math.round(Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS) * (0.8 + 0.4 * random()));
