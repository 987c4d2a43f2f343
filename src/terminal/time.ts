/** Formats times for people. */

import { pluralize } from '../base/text/words.js';

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
 * `3 days ago`, `in 2 hours`, `just now` (within 5 seconds), in whole units rounded down. Text that is not a time is
 * returned unchanged.
 */
export function relativeTime(iso: string, now: Date): string {
  const seconds = Math.trunc((now.getTime() - Date.parse(iso)) / 1000);
  if (Number.isNaN(seconds)) return iso;
  const distance = Math.abs(seconds);
  if (distance < 5) return 'just now';
  const [unit, size] = UNITS.find(([, least]) => distance >= least) ?? ['second', 1];
  const count = Math.floor(distance / size);
  const words = pluralize(count, unit);
  return seconds > 0 ? `${words} ago` : `in ${words}`;
}

/** Duration in words: `12 s`, `3 min`, `2 h 5 min`; rounded down. */
export function spanInWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < MINUTE) return `${seconds} s`;
  const minutes = Math.floor(seconds / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const two = (value: number): string => String(value).padStart(2, '0');

/** Local clock time: `14:02:11` today, `Nov 21 23:04` on another day. Text that is not a time is returned unchanged. */
export function clockTime(iso: string, now: Date): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const minutes = `${two(at.getHours())}:${two(at.getMinutes())}`;
  if (at.toDateString() === now.toDateString()) return `${minutes}:${two(at.getSeconds())}`;
  return `${MONTHS[at.getMonth()]} ${two(at.getDate())} ${minutes}`;
}
