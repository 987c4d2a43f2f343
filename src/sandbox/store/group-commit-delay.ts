/** Timer resolution in milliseconds. Commits that take less are not worth delaying. */
const MIN_WAIT = 1;
/** Longest delay in milliseconds; longer ones would be noticeable. */
export const MAX_WAIT = 10;
/** Minimum ratio of work between two commits to the duration of one commit. A higher ratio would save very little. */
const MIN_WORK_RATIO = 8;

/**
 * Group commit delay: how long a commit waits for more writes to share it. A client that writes concurrently sends its
 * next writes after the previous responses. The commit therefore waits for as many writes as the last two commits had,
 * for half the duration of a commit or the timer resolution. If commits take no time, or writes come one at a time,
 * there is no delay.
 *
 * While writes keep arriving, the duration of a group is limited too, so that a busy client has responses to process
 * while its next writes are executed.
 */
export function groupCommitDelay() {
  let [before, last] = [1, 1];
  let took = 0;
  return {
    /** Records the number of writes and the duration of a commit, in milliseconds. */
    committed(writes: number, ms: number): void {
      [before, last] = [last, writes];
      took = ms;
    },
    /** Delay in milliseconds before committing this many writes. */
    wait(writes: number): number {
      if (writes >= Math.max(before, last) || took < MIN_WAIT) return 0;
      return Math.min(Math.max(took / 2, MIN_WAIT), MAX_WAIT);
    },
    /** Whether a group that started this many milliseconds ago should be committed even if more writes are queued. */
    isEnough: (ms: number): boolean => ms >= Math.max(took * MIN_WORK_RATIO, MAX_WAIT),
  };
}
