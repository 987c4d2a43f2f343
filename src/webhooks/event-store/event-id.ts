import type { Machine } from '../types.js';

const DIGITS = 36;
/**
 * Nine digits of base 36 for the milliseconds, then four for the writer and two for a counter within the millisecond.
 */
const TIME = 9;
const WRITER = 4;
const COUNTER = 2;
const PREFIX = 'evt_'.length;

const digits = (value: number, length: number): string => value.toString(DIGITS).padStart(length, '0');

/** Length of the short form of an id: part of its time, the writer, and the counter. */
const SHORT = 10;

/** Short form of an id, as listeners print it and `webhook replay` accepts it. */
export const shortId = (id: string): string => id.slice(-SHORT);

export const writerOf = (id: string): string => id.slice(PREFIX + TIME, PREFIX + TIME + WRITER);

/** An id before all ids of a writer. */
export const beforeFirstId = (writer: string): string =>
  `evt_${digits(0, TIME)}${writer}${digits(0, COUNTER)}`;

/** Upper bound for the time in an id, with room for later ones; ids beyond it are foreign. */
const LATEST = DIGITS ** TIME - DIGITS ** (TIME - 1);

/** Returns the time in an id, or 0 if it cannot be continued from. */
function timeOf(id: string): number {
  const time = Number.parseInt(/^evt_([0-9a-z]{9})/.exec(id)?.[1] ?? '0', DIGITS);
  return time < LATEST ? time : 0;
}

/**
 * Creates a generator of ids that sort in order of creation and differ between writers: `evt_` and 15 letters and
 * digits. They start with the time, or continue from the last id if the clock was set back, even before this process
 * started.
 * @param after last id of any earlier writer.
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
    // The counter of this millisecond is full, or the clock was set back.
    else if (++count >= DIGITS ** COUNTER) begin(last + 1);
    return prefix + digits(count, COUNTER);
  };
}
