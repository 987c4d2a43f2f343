/** Times as a person says them. */

import { counted } from '../base/words.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: readonly (readonly [string, number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', 1],
];

/**
 * `3 days ago`, `in 2 hours`, `just now` (within 5 seconds), counted in whole units rounded down. Text that is no
 * time comes back as it is.
 */
export function relativeTime(iso: string, now: Date): string {
  const seconds = Math.trunc((now.getTime() - Date.parse(iso)) / 1000);
  if (Number.isNaN(seconds)) return iso;
  const distance = Math.abs(seconds);
  if (distance < 5) return 'just now';
  const [unit, size] = UNITS.find(([, least]) => distance >= least) ?? ['second', 1];
  const count = Math.floor(distance / size);
  const words = counted(count, unit);
  return seconds > 0 ? `${words} ago` : `in ${words}`;
}
