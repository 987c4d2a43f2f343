/** Spinner line on stderr that never mixes with other output. */

import { visible } from '../base/text/escape.js';
import type { OutputStream, Progress, Prompter } from './types.js';
import { truncate } from './width.js';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const INTERVAL_MS = 80;
/** Intervals before a wait without progress of its own is shown: people do not notice less than 300 ms. */
const WAIT_DELAY = 4;
/** Erases the current line. */
export const CLEAR_LINE = '\r\x1b[2K';

/** Progress display: one line, for the most recently started work. */
export interface ProgressLine {
  start(text: string): Progress;
  /**
   * Starts a wait, and returns a function that ends it. If nothing else is shown, the line reports the wait after a
   * moment; waits in quick succession count as one.
   */
  wait(): () => void;
  /** Stops showing waits, because the following work shows its own progress. */
  hideWaits(): void;
  /** Erases the line, so that other output can be written; the next tick redraws it. */
  clear(): void;
  /** Runs work that needs the terminal, such as a prompt, while the line is hidden. */
  suspendDuring<T>(work: () => Promise<T>): Promise<T>;
}

/** Calls `tick` every `ms` milliseconds until the returned function is called. */
export type Ticker = (ms: number, tick: () => void) => () => void;

const SILENT: Progress = { update() {}, stop() {} };

/** Progress line that shows nothing. */
export const noProgress: ProgressLine = {
  start: () => SILENT,
  wait: () => () => {},
  hideWaits() {},
  clear() {},
  suspendDuring: (work) => work(),
};

/** Without unref, a spinner that was never stopped would keep the process alive. */
const systemTicker: Ticker = (ms, tick) => {
  const timer = setInterval(tick, ms).unref();
  return () => clearInterval(timer);
};

/** Creates a progress line on `stream`. It first appears after one interval, so that quick work does not flicker. */
export function progressLine(
  stream: OutputStream,
  width: () => number,
  every: Ticker = systemTicker,
): ProgressLine {
  const running: { text: string }[] = [];
  let stopTicking: (() => void) | undefined;
  let [frame, suspensions, waits, waited] = [0, 0, 0, 0];
  let areWaitsShown = true;
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
    const waiting = areWaitsShown && waited >= WAIT_DELAY ? 'Waiting for the service' : undefined;
    const text = running.at(-1)?.text ?? waiting;
    if (suspensions > 0 || text === undefined) return;
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
        // The ticker keeps running: a wait that follows immediately continues this one.
        if (waits === 0 && running.length === 0) clear();
      };
    },
    hideWaits() {
      areWaitsShown = false;
      if (running.length === 0) clear();
    },
    async suspendDuring(work) {
      suspensions += 1;
      clear();
      try {
        return await work();
      } finally {
        suspensions -= 1;
        waited = 0;
      }
    },
  };
}

/** Wraps the prompter to hide the progress line during a prompt. */
export const hidingProgress = (
  prompter: Prompter,
  { suspendDuring }: Pick<ProgressLine, 'suspendDuring'>,
): Prompter => ({
  confirm: (...question) => suspendDuring(() => prompter.confirm(...question)),
  input: (...question) => suspendDuring(() => prompter.input(...question)),
  secret: (...question) => suspendDuring(() => prompter.secret(...question)),
  select: (...question) => suspendDuring(() => prompter.select(...question)),
});
