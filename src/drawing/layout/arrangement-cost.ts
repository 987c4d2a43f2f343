import { type Item, sizeOnPage } from './arrangement-rows.js';

/** Cost of an arrangement: long lines, lines that cross or point up, and a large picture. */

export interface Line {
  from: Item;
  to: Item;
  /** Cost of a line that points up, relative to its length. */
  upwards: number;
  /** Centres of both boxes. */
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Weight of the size of the picture, relative to the length of a line. */
const SIZE_WEIGHT = 0.75;
/** Weight of the distance between centres, which aligns boxes with their neighbours. */
const OFFSET_WEIGHT = 0.3;
/** Cost of two lines that cross, in pixels of length. */
const CROSSING = 120;
/** Costs of lines that point up, relative to their length. Lines from an actor should point down. */
export const UPWARDS = { usual: 0.6, fromActor: 3, toActor: 0 };

/** Cost of an arrangement; only a lower bound if that reaches the limit. */
export function costOf(root: Item, lines: readonly Line[], limit: number): number {
  let sum = SIZE_WEIGHT * (lines.length + 4) * sizeOnPage(root);
  for (const { from, to, upwards } of lines) {
    const across = Math.max(0, to.x - from.x - from.width, from.x - to.x - to.width);
    const up = from.y - to.y - to.height;
    const down = Math.max(0, to.y - from.y - from.height, up);
    const offset = Math.abs(from.x + from.width / 2 - to.x - to.width / 2);
    sum +=
      across + down + OFFSET_WEIGHT * (offset + Math.abs(from.y + from.height / 2 - to.y - to.height / 2));
    if (up > 0) sum += upwards * up;
  }
  return sum < limit ? sum + CROSSING * crossingsOf(lines, (limit - sum) / CROSSING) : sum;
}

/** Number of crossings if lines were straight between the centres of their boxes; stops at the limit. */
function crossingsOf(lines: readonly Line[], limit: number): number {
  let count = 0;
  for (const line of lines) {
    line.x1 = line.from.x + line.from.width / 2;
    line.y1 = line.from.y + line.from.height / 2;
    line.x2 = line.to.x + line.to.width / 2;
    line.y2 = line.to.y + line.to.height / 2;
  }
  for (let at = 1; at < lines.length && count < limit; at += 1) {
    const a = lines[at] as Line;
    for (let before = 0; before < at; before += 1) {
      const b = lines[before] as Line;
      if (
        isLeftOf(a, b.x1, b.y1) * isLeftOf(a, b.x2, b.y2) < 0 &&
        isLeftOf(b, a.x1, a.y1) * isLeftOf(b, a.x2, a.y2) < 0
      )
        count += 1;
    }
  }
  return count;
}

/** Positive if the point is on the left of the line, negative on the right. */
const isLeftOf = ({ x1, y1, x2, y2 }: Line, x: number, y: number): number =>
  (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
