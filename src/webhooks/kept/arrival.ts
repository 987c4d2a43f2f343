/** What is known of when an event came. */
export interface Arrival {
  /** Ids count up in the order of arrival. */
  id: string;
  /** What the clock said, RFC 3339. */
  receivedAt: string;
}

/** No event was received by archctl before there was one. */
const BEGINNING_MS = Date.UTC(2024, 0, 1);

/**
 * The last of the events that arrived before a time; undefined where none did. The order of arrival rules, for clocks
 * jump: the times of most events agree with that order, and only those count. One that lies after now, before archctl
 * or out of order is the time of a clock that was wrong: its event goes or stays with its neighbours, the next one that
 * counts above all. So a wrong time neither keeps old events nor takes young ones along.
 * @param arrivals In the order of arrival.
 */
export function lastBefore(
  arrivals: readonly Arrival[],
  beforeMs: number,
  nowMs: number,
): string | undefined {
  const beginning = nowMs < BEGINNING_MS ? 0 : BEGINNING_MS;
  const told = arrivals
    .map(({ id, receivedAt }) => ({ id, ms: Date.parse(receivedAt) }))
    .filter(({ ms }) => ms >= beginning && ms <= nowMs);
  return inOrder(told).findLast(({ ms }) => ms < beforeMs)?.id;
}

/**
 * The longest row whose times never go back. Where there are several, one with later times: an event that may be young
 * is not taken for old.
 */
function inOrder<T extends { ms: number }>(events: readonly T[]): T[] {
  interface Link {
    event: T;
    /** The one that arrived after it. */
    next: Link | undefined;
  }
  /** By length: the row from the newest back whose first time is the latest. */
  const rows: Link[] = [];
  for (const event of events.toReversed()) {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.event.ms ?? 0) >= event.ms) low = middle + 1;
      else high = middle;
    }
    rows[low] = { event, next: rows[low - 1] };
  }
  const row: T[] = [];
  for (let link = rows.at(-1); link; link = link.next) row.push(link.event);
  return row;
}
