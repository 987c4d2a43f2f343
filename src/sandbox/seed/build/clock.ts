const MINUTE = 60_000;
const MINUTES_PER_DAY = 1_440;

/** Tells the seed's times as distances from one fixed moment. */
export interface SeedClock {
  /** The moment `days` before now plus `minutes`, as an ISO 8601 string on a whole minute. */
  ago(days: number, minutes?: number): string;
}

/** A clock that stands still at `now`, rounded down to the minute. */
export function seedClock(now: Date): SeedClock {
  const current = Math.floor(now.getTime() / MINUTE);
  return {
    ago: (days, minutes = 0) =>
      new Date((current - Math.round(days * MINUTES_PER_DAY) + minutes) * MINUTE).toISOString(),
  };
}
