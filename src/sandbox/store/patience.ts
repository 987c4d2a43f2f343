/** Waits shorter than a timer can tell, in milliseconds, are not worth it; longer ones would be felt. */
const SHORTEST = 1;
const LONGEST = 10;

/**
 * How long a commit may wait for writes that are likely to come, so that they share it. Whoever writes several at a time
 * sends the next ones once the last were answered: as many are waited for as came together before, for half the time
 * that a commit takes. Where commits take no time, and for a write that comes alone, nobody waits.
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
      const wait = Math.min(took / 2, LONGEST);
      return writes >= Math.max(before, last) || wait < SHORTEST ? 0 : wait;
    },
  };
}
