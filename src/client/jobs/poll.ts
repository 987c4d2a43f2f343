import { ArchctlError, errorFromAbort } from '../../base/errors.js';
import type { Clock } from '../send/clock.js';
import { describeWait } from '../send/response-headers.js';

export interface PollOptions<T> {
  /** One poll; undefined means not ready yet. The first poll runs immediately. */
  attempt: () => Promise<T | undefined>;
  /** Milliseconds from now until the poll gives up; the last attempt runs then. */
  deadlineMs: number;
  clock: Clock;
  signal?: AbortSignal | undefined;
}

/** Waits between polls, in milliseconds: the first, the growth factor, and the longest. */
const FIRST_DELAY_MS = 250;
const DELAY_GROWTH = 1.6;
const MAX_DELAY_MS = 5000;

/**
 * Polls with increasing waits until there is a result.
 * @throws ArchctlError `unavailable` at the deadline, `interrupted` on abort, and any error of `attempt`.
 */
export async function poll<T>(options: PollOptions<T>): Promise<T> {
  const { attempt, clock, signal } = options;
  const end = clock.now() + options.deadlineMs;
  let delayMs = FIRST_DELAY_MS;
  for (;;) {
    if (signal?.aborted) throw errorFromAbort(signal.reason);
    const answer = await attempt();
    if (answer !== undefined) return answer;
    const left = end - clock.now();
    if (left <= 0) {
      throw new ArchctlError('unavailable', `Not ready after ${describeWait(options.deadlineMs / 1000)}.`, {
        hint: 'It may still complete. Try again later, or allow more time.',
      });
    }
    await clock.sleep(Math.min(delayMs, left), signal).catch((reason: unknown) => {
      throw signal?.aborted ? errorFromAbort(reason) : reason;
    });
    delayMs = Math.min(Math.round(delayMs * DELAY_GROWTH), MAX_DELAY_MS);
  }
}
