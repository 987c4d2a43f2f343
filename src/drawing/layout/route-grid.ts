import { inflated, outlineOf, type Point, type Rect } from '../geometry.js';

/** Clearance of lines from boxes, and from other lines. */
const CLEAR = 8;
const BESIDE = 9;
const BORDER = 5;

/** Cost of a segment as a multiple of its length: over a card, a heading or a label, and along another line. */
const ON_CARD = 40;
const ON_HEADING = 12;
const ON_LABEL = 10;
export const ON_LINE = 10;

export interface Obstacles {
  /** Boxes that lines should avoid. */
  cards: readonly Rect[];
  headings: readonly Rect[];
  /** Frames; lines should not run along their borders. */
  frames: readonly Rect[];
}

/** Sparse grid with a cost for each segment between neighbouring cells. */
export class RouteGrid {
  /** Cost of a segment along another line, as a multiple of its length. */
  lineWeight = ON_LINE;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Obstacle weight of the segment from a cell to the right, and downwards. */
  readonly #fixed: readonly [Uint8Array, Uint8Array];
  /** Number of lines on the segment from a cell to the right, and downwards. */
  readonly #lines: readonly [Int16Array, Int16Array];

  constructor(xs: readonly number[], ys: readonly number[], { cards, headings, frames }: Obstacles) {
    this.xs = xs;
    this.ys = ys;
    const cells = xs.length * ys.length;
    this.#fixed = [new Uint8Array(cells), new Uint8Array(cells)];
    this.#lines = [new Int16Array(cells), new Int16Array(cells)];
    for (const it of headings) this.#block(inflated(it, 2), ON_HEADING);
    for (const it of cards) this.#block(inflated(it, CLEAR), ON_CARD);
    for (const it of frames) this.#mark(outlineOf(it), 1, BORDER);
  }

  get size(): number {
    return this.xs.length * this.ys.length;
  }

  /** Index of the cell at a point with grid coordinates. */
  cellAt({ x, y }: Point): number {
    return lowerBound(this.ys, y) * this.xs.length + lowerBound(this.xs, x);
  }

  pointAt(cell: number): Point {
    const { xs, ys } = this;
    return { x: xs[cell % xs.length] ?? 0, y: ys[Math.floor(cell / xs.length)] ?? 0 };
  }

  /** Extra cost of the segment that begins in this cell, as a multiple of its length; axis 0 points right. */
  weight(cell: number, axis: 0 | 1): number {
    return (this.#fixed[axis][cell] ?? 0) + this.lineWeight * Math.max(0, this.#lines[axis][cell] ?? 0);
  }

  /** Reports whether a line along the other axis passes through the cell. */
  isCrossed(cell: number, axis: 0 | 1): boolean {
    const lines = this.#lines[axis === 0 ? 1 : 0];
    const before = axis === 0 ? cell - this.xs.length : cell - 1;
    return (lines[cell] ?? 0) > 0 && (lines[before] ?? 0) > 0;
  }

  /** True if a path along the grid touches neither obstacles nor other lines. */
  isFree(points: readonly Point[]): boolean {
    return points.every((to, at) => {
      const from = points[at - 1];
      if (!from) return true;
      const axis = from.y === to.y ? 0 : 1;
      const [a, b] = [this.cellAt(from), this.cellAt(to)];
      const step = axis === 0 ? 1 : this.xs.length;
      for (let cell = Math.min(a, b); cell < Math.max(a, b); cell += step)
        if (this.weight(cell, axis) > 0) return false;
      return true;
    });
  }

  /** Adds a line to the grid, or removes it with `by` -1. */
  use(points: readonly Point[], by: 1 | -1): void {
    this.#mark(points, by, BESIDE);
  }

  /** Keeps lines away from the place of a label on a straight line along the axis, except that line. */
  reserve({ x, y, width, height }: Rect, axis: 0 | 1): void {
    this.#block({ x, y, width, height }, ON_LABEL, [axis === 0 ? 1 : 0]);
    const side = (axis === 0 ? height : width) / 2 - BESIDE;
    const rest = axis === 0 ? { x: 0, y: height - side } : { x: width - side, y: 0 };
    const half = axis === 0 ? { width, height: side } : { width: side, height };
    this.#block({ x, y, ...half }, ON_LABEL, [axis]);
    this.#block({ x: x + rest.x, y: y + rest.y, ...half }, ON_LABEL, [axis]);
  }

  #mark(points: readonly Point[], by: 1 | -1, beside: number): void {
    for (const [at, to] of points.entries()) {
      const from = points[at - 1];
      if (!from) continue;
      const axis = from.y === to.y ? 0 : 1;
      const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
      const [width, height] = [Math.abs(from.x - to.x), Math.abs(from.y - to.y)];
      const strip =
        axis === 0
          ? { x, y: y - beside, width, height: 2 * beside }
          : { x: x - beside, y, width: 2 * beside, height };
      const lines = this.#lines[axis];
      this.#each(strip, axis, (cell) => {
        lines[cell] = (lines[cell] ?? 0) + by;
      });
    }
  }

  #block(rect: Rect, weight: number, axes: readonly (0 | 1)[] = [0, 1]): void {
    for (const axis of axes) {
      const fixed = this.#fixed[axis];
      this.#each(rect, axis, (cell) => {
        fixed[cell] = Math.max(fixed[cell] ?? 0, weight);
      });
    }
  }

  /** Visits the cells whose segment along the axis lies at least partly inside the rectangle. */
  #each({ x, y, width, height }: Rect, axis: 0 | 1, visit: (cell: number) => void): void {
    const { xs, ys } = this;
    const [left, right] = range(xs, x, x + width, axis === 0);
    const [top, bottom] = range(ys, y, y + height, axis === 1);
    for (let row = top; row < bottom; row += 1)
      for (let column = left; column < right; column += 1) visit(row * xs.length + column);
  }
}

/** Index range of the coordinates inside (low, high); along the axis, of the segments that overlap it. */
function range(list: readonly number[], low: number, high: number, isAlong: boolean): [number, number] {
  const [first, last] = [lowerBound(list, low + 0.01), lowerBound(list, high - 0.01)];
  return isAlong ? [Math.max(0, first - 1), Math.min(last, list.length - 1)] : [first, last];
}

/** Index of the first coordinate that is not below the value. */
function lowerBound(list: readonly number[], value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
