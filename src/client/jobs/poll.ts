import { ArchctlError, interrupted } from '../../base/errors.js';
import type { Clock } from '../send/clock.js';
import { describeWait } from '../send/retry-after.js';

export interface PollOptions<T> {
  /** One look; undefined means not yet. The first comes at once. */
  attempt: () => Promise<T | undefined>;
  /** Milliseconds from now after which it gives up; the last look comes then. */
  deadlineMs: number;
  clock: Clock;
  signal?: AbortSignal | undefined;
  firstDelayMs?: number | undefined;
  factor?: number | undefined;
  maxDelayMs?: number | undefined;
}

/**
 * Looks again and again, ever more slowly, until there is an answer.
 * @throws ArchctlError `unavailable` at the deadline, `interrupted` on abort, and whatever `attempt` throws.
 */
export async function poll<T>(options: PollOptions<T>): Promise<T> {
  const { attempt, clock, signal, factor = 1.6, maxDelayMs = 5000 } = options;
  const end = clock.now() + options.deadlineMs;
  let delayMs = options.firstDelayMs ?? 250;
  for (;;) {
    if (signal?.aborted) throw abortError(signal);
    const answer = await attempt();
    if (answer !== undefined) return answer;
    const left = end - clock.now();
    if (left <= 0) {
      throw new ArchctlError('unavailable', `Not ready after ${describeWait(options.deadlineMs / 1000)}.`, {
        hint: 'It may still complete: look again later, or allow more time.',
      });
    }
    await clock.sleep(Math.min(delayMs, left), signal).catch((reason: unknown) => {
      throw signal?.aborted ? abortError(signal) : reason;
    });
    delayMs = Math.min(Math.round(delayMs * factor), maxDelayMs);
  }
}

const abortError = (signal: AbortSignal): ArchctlError =>
  signal.reason instanceof ArchctlError ? signal.reason : interrupted();
