import type { Machine } from '../types.js';

const DIGITS = 36;
/** Milliseconds in nine digits of base 36, then four of the writer and two that count within the millisecond. */
const TIME = 9;
const WRITER = 4;
const COUNTER = 2;

const digits = (value: number, length: number): string => value.toString(DIGITS).padStart(length, '0');

/** The end of an id that stands for it among people: some of its time, the writer, and what counts within the millisecond. */
const SHORT = 10;

/** The short form of an id, as a listener shows it and `webhook replay` takes it. */
export const shortId = (id: string): string => id.slice(-SHORT);

/** A time that leaves room for many more; an id beyond it was not made here. */
const LATEST = DIGITS ** TIME - DIGITS ** (TIME - 1);

/** The time in an id; 0 where there is none that can be gone on from. */
function timeOf(id: string): number {
  const time = Number.parseInt(/^evt_([0-9a-z]{9})/.exec(id)?.[1] ?? '0', DIGITS);
  return time < LATEST ? time : 0;
}

/**
 * Makes ids that sort in the order they were made in and differ between writers: `evt_` and 15 letters and digits. They
 * begin with the time, or go on from the last one where the clock was set back, even before this process began.
 * @param after The last id of others.
 */
export function eventIds({ now, random }: Pick<Machine, 'now' | 'random'>, after = ''): () => string {
  const writer = digits(Math.floor(random() * DIGITS ** WRITER), WRITER);
  let last = 0;
  let count = 0;
  let prefix = '';
  const begin = (time: number): void => {
    last = time;
    count = 0;
    prefix = `evt_${digits(time, TIME)}${writer}`;
  };
  const seed = timeOf(after);
  if (seed > 0) {
    begin(seed + 1);
    count = -1;
  }
  return () => {
    const time = now();
    if (time > last) begin(time);
    // More than a millisecond holds, or a clock that was set back.
    else if (++count >= DIGITS ** COUNTER) begin(last + 1);
    return prefix + digits(count, COUNTER);
  };
}
