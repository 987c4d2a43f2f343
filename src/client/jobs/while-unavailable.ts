import { type ArchctlError, toArchctlError } from '../../base/errors.js';

/** How to wait between attempts, and callbacks that report them. */
export interface RetryReports {
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  /** Called after a failed attempt; the next one follows after `waitMs`. */
  onFault: (error: ArchctlError, waitMs: number) => void;
  onRecovered: () => void;
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Retries `work` with exponential backoff while the network, the service or a rate limit makes it fail. Other errors
 * are thrown immediately, as is the signal's reason once it aborts.
 */
export async function whileUnavailable<R>(reports: RetryReports, work: () => Promise<R>): Promise<R> {
  let wait = FIRST_WAIT_MS;
  for (let failed = false; ; failed = true) {
    try {
      const result = await work();
      if (failed) reports.onRecovered();
      return result;
    } catch (error) {
      const fault = toArchctlError(error);
      if (fault.kind !== 'unavailable' && fault.kind !== 'limit') throw error;
      const { retryAfter } = fault.facts;
      const pause = retryAfter === undefined ? wait : Math.min(retryAfter * 1000, MAX_RETRY_AFTER_MS);
      reports.onFault(fault, pause);
      await reports.sleep(pause, reports.signal);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  }
}
