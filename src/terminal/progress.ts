/** A spinner line on stderr that other output never runs into. */

import { visible } from './escape.js';
import type { OutputStream, Progress } from './types.js';
import { truncate } from './width.js';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const INTERVAL_MS = 80;
const CLEAR_LINE = '\r\x1b[2K';

/** Where progress is shown: one line, for whichever work began last. */
export interface ProgressLine {
  start(text: string): Progress;
  /** Clears the line, so that other output can be written; the next tick draws it again. */
  clear(): void;
}

const SILENT: Progress = { update() {}, stop() {} };

/** Shows nothing. */
export const noProgress: ProgressLine = { start: () => SILENT, clear() {} };

/** Draws on `stream`, for the first time after one interval, so that quick work does not flicker. */
export function progressLine(stream: OutputStream, width: () => number): ProgressLine {
  const running: { text: string }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let frame = 0;
  let drawn = false;

  const clear = (): void => {
    if (drawn) stream.write(CLEAR_LINE);
    drawn = false;
  };
  const draw = (): void => {
    const text = visible(running.at(-1)?.text ?? '');
    frame = (frame + 1) % FRAMES.length;
    stream.write(`${CLEAR_LINE}${FRAMES[frame]} ${truncate(text, width() - 3)}`);
    drawn = true;
  };

  return {
    clear,
    start(text) {
      const work = { text };
      running.push(work);
      // Without unref a forgotten spinner would keep the process alive.
      timer ??= setInterval(draw, INTERVAL_MS).unref();
      return {
        update(next) {
          work.text = next;
        },
        stop() {
          const at = running.indexOf(work);
          if (at < 0) return;
          running.splice(at, 1);
          clear();
          if (running.length > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
  };
}
