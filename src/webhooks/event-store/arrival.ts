export interface Arrival {
  /** Ids increase in the order of arrival. */
  id: string;
  /** Local clock at arrival, RFC 3339. */
  receivedAt: string;
}

/** Earliest plausible arrival time: archctl did not exist before. */
const BEGINNING_MS = Date.UTC(2024, 0, 1);

/**
 * Returns the id of the last event that arrived before a time; undefined if there is none. Clocks can jump, so the
 * order of arrival takes precedence: only times that agree with that order count. Times in the future, before archctl
 * existed, or out of order are ignored, and such an event is treated like the next event with a valid time. So a wrong
 * clock neither retains old events nor removes recent ones.
 * @param arrivals in the order of arrival.
 */
export function lastBefore(
  arrivals: readonly Arrival[],
  beforeMs: number,
  nowMs: number,
): string | undefined {
  const beginning = nowMs < BEGINNING_MS ? 0 : BEGINNING_MS;
  const plausible = arrivals
    .map(({ id, receivedAt }) => ({ id, ms: Date.parse(receivedAt) }))
    .filter(({ ms }) => ms >= beginning && ms <= nowMs);
  return longestInOrder(plausible).findLast(({ ms }) => ms < beforeMs)?.id;
}

/**
 * Finds the longest non-decreasing subsequence of times. Prefers later times among several, so that a recent event is
 * not treated as old.
 */
function longestInOrder<T extends { ms: number }>(events: readonly T[]): T[] {
  interface Link {
    event: T;
    /** The next event in order of arrival. */
    next: Link | undefined;
  }
  /** Best subsequence of each length, from the newest event back: the one whose first time is latest. */
  const best: Link[] = [];
  for (const event of events.toReversed()) {
    let [low, high] = [0, best.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((best[middle]?.event.ms ?? 0) >= event.ms) low = middle + 1;
      else high = middle;
    }
    best[low] = { event, next: best[low - 1] };
  }
  const longest: T[] = [];
  for (let link = best.at(-1); link; link = link.next) longest.push(link.event);
  return longest;
}
