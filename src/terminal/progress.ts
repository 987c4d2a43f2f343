/** A spinner line on stderr that other output never runs into. */

import { visible } from './escape.js';
import type { OutputStream, Progress, Prompter } from './types.js';
import { truncate } from './width.js';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const INTERVAL_MS = 80;
/** Intervals until a wait that says nothing itself is shown: a person notices none below 300 ms. */
const UNNOTICED = 4;
/** Empties the line that the cursor is in. */
export const CLEAR_LINE = '\r\x1b[2K';

/** Where progress is shown: one line, for whichever work began last. */
export interface ProgressLine {
  start(text: string): Progress;
  /**
   * Something is waited for. Where nothing else is shown, the line says so after a moment; waits with hardly a gap
   * between them are one. What comes back ends it.
   */
  wait(): () => void;
  /** Nobody is told of waits any more: what comes now shows itself. */
  endWaits(): void;
  /** Clears the line, so that other output can be written; the next tick draws it again. */
  clear(): void;
  /** Does what takes the terminal for itself, a question, with the line out of the way. */
  aside<T>(work: () => Promise<T>): Promise<T>;
}

/** Calls `tick` every so many milliseconds until what comes back is called. */
export type Ticker = (ms: number, tick: () => void) => () => void;

const SILENT: Progress = { update() {}, stop() {} };

/** Shows nothing. */
export const noProgress: ProgressLine = {
  start: () => SILENT,
  wait: () => () => {},
  endWaits() {},
  clear() {},
  aside: (work) => work(),
};

/** Without unref a forgotten spinner would keep the process alive. */
const systemTicker: Ticker = (ms, tick) => {
  const timer = setInterval(tick, ms).unref();
  return () => clearInterval(timer);
};

/** Draws on `stream`, for the first time after one interval, so that quick work does not flicker. */
export function progressLine(
  stream: OutputStream,
  width: () => number,
  every: Ticker = systemTicker,
): ProgressLine {
  const running: { text: string }[] = [];
  let stopTicking: (() => void) | undefined;
  let [frame, asides, waits, waited] = [0, 0, 0, 0];
  let isTellingWaits = true;
  let drawn = false;

  const clear = (): void => {
    if (drawn) stream.write(CLEAR_LINE);
    drawn = false;
  };
  const rest = (): void => {
    clear();
    stopTicking?.();
    stopTicking = undefined;
    waited = 0;
  };
  const tick = (): void => {
    waited = waits > 0 ? waited + 1 : 0;
    if (running.length === 0 && waits === 0) rest();
    const waiting = isTellingWaits && waited >= UNNOTICED ? 'Waiting for the service' : undefined;
    const text = running.at(-1)?.text ?? waiting;
    if (asides > 0 || text === undefined) return;
    frame = (frame + 1) % FRAMES.length;
    stream.write(`${CLEAR_LINE}${FRAMES[frame]} ${truncate(visible(text), width() - 3)}`);
    drawn = true;
  };
  const begin = (): void => {
    stopTicking ??= every(INTERVAL_MS, tick);
  };

  return {
    clear,
    start(text) {
      const work = { text };
      running.push(work);
      begin();
      return {
        update(next) {
          work.text = next;
        },
        stop() {
          const at = running.indexOf(work);
          if (at < 0) return;
          running.splice(at, 1);
          clear();
          if (running.length === 0 && waits === 0) rest();
        },
      };
    },
    wait() {
      waits += 1;
      begin();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        waits -= 1;
        // The ticks go on: what follows at once is the same wait to who sits there.
        if (waits === 0 && running.length === 0) clear();
      };
    },
    endWaits() {
      isTellingWaits = false;
      if (running.length === 0) clear();
    },
    async aside(work) {
      asides += 1;
      clear();
      try {
        return await work();
      } finally {
        asides -= 1;
        waited = 0;
      }
    },
  };
}

/** The prompter, with the line out of the way while a question stands there. */
export const askingAside = (prompter: Prompter, { aside }: Pick<ProgressLine, 'aside'>): Prompter => ({
  confirm: (...question) => aside(() => prompter.confirm(...question)),
  input: (...question) => aside(() => prompter.input(...question)),
  secret: (...question) => aside(() => prompter.secret(...question)),
  select: (...question) => aside(() => prompter.select(...question)),
});
