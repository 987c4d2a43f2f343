import type { Machine } from '../types.js';

const DIGITS = 36;
/** Milliseconds in nine digits of base 36, then four of the writer and two that count within the millisecond. */
const TIME = 9;
const WRITER = 4;
const COUNTER = 2;

const digits = (value: number, length: number): string => value.toString(DIGITS).padStart(length, '0');

/** Makes ids that sort by time and differ between writers: `evt_` and 15 letters and digits. */
export function eventIds({ now, random }: Pick<Machine, 'now' | 'random'>): () => string {
  const writer = digits(Math.floor(random() * DIGITS ** WRITER), WRITER);
  let last = 0;
  let count = 0;
  let prefix = '';
  const begin = (time: number): void => {
    last = time;
    count = 0;
    prefix = `evt_${digits(time, TIME)}${writer}`;
  };
  return () => {
    const time = now();
    if (time > last) begin(time);
    // More than a millisecond holds, or a clock that was set back.
    else if (++count >= DIGITS ** COUNTER) begin(last + 1);
    return prefix + digits(count, COUNTER);
  };
}
