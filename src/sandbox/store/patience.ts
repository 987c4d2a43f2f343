/** A timer cannot tell less, in milliseconds, and a commit that takes less is not worth a wait. */
const SHORTEST = 1;
/** Longer waits, in milliseconds, would be felt. */
export const LONGEST = 10;
/** What is done between two commits takes this many times as long as one of them, at least: more would save next to nothing. */
const WORTH = 8;

/**
 * How long a commit may wait for writes that are likely to come, so that they share it. Whoever writes several at a time
 * sends the next ones once the last were answered: as many are waited for as came together before, for half the time
 * that a commit takes, or what a timer can tell. Where commits take no time, and for a write that comes alone, nobody waits.
 *
 * And how long it waits while they keep coming: whoever sends many is to have answers to work on while the next are done,
 * so that neither side ever waits for the other.
 */
export function patience() {
  let [before, last] = [1, 1];
  let took = 0;
  return {
    /** To be told of each commit: how many writes it had, and the milliseconds it took. */
    committed(writes: number, ms: number): void {
      [before, last] = [last, writes];
      took = ms;
    },
    /** Milliseconds to wait where so many writes are there. */
    wait(writes: number): number {
      if (writes >= Math.max(before, last) || took < SHORTEST) return 0;
      return Math.min(Math.max(took / 2, SHORTEST), LONGEST);
    },
    /** Whether writes that were begun so many milliseconds ago are enough for a commit, also where more are there. */
    enough: (ms: number): boolean => ms >= Math.max(took * WORTH, LONGEST),
  };
}
