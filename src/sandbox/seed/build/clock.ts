const MINUTE = 60_000;
const MINUTES_PER_DAY = 1_440;

/** Converts relative times of the seed to absolute ones. */
export interface SeedClock {
  /** The time `days` before now plus `minutes`, as an ISO 8601 string with whole minutes. */
  ago(days: number, minutes?: number): string;
}

/** A clock fixed at `now`, rounded down to the minute. */
export function seedClock(now: Date): SeedClock {
  const current = Math.floor(now.getTime() / MINUTE);
  return {
    ago: (days, minutes = 0) =>
      new Date((current - Math.round(days * MINUTES_PER_DAY) + minutes) * MINUTE).toISOString(),
  };
}
