import { bounds, crosses, overlaps, type Point, type Rect } from '../../src/drawing/geometry.js';
import { headingRect } from '../../src/drawing/layout/headings.js';
import type { Layout } from '../../src/drawing/layout/placed.js';

/** Measures of the quality of a layout. */
export interface PictureMeasures {
  width: number;
  height: number;
  /** Width divided by height. */
  aspectRatio: number;
  /** Share of the picture outside cards, labels and headings, from 0 to 1. */
  empty: number;
  /** Share of squares of `BLANK_SQUARE` pixels that contain nothing, not even a line. */
  blank: number;
  crossings: number;
  /** Total length of the lines, in pixels. */
  lineLength: number;
  /** Pairs of labels that overlap, and labels on cards. */
  overlaps: number;
}

/** Side of a square, in pixels: about the height of a card. */
const BLANK_SQUARE = 100;

export function measuresOf({ nodes, edges }: Layout): PictureMeasures {
  const cards = [...nodes.values()].filter(({ box }) => !box.frame);
  const headings = [...nodes.values()].filter(({ box }) => box.frame).map(headingRect);
  const labels = [...edges.values()].flatMap(({ label }) => (label ? [label.rect] : []));
  const lines = [...edges.values()].map(({ points }) => segmentsOf(points));
  const content = [...cards, ...labels, ...headings];
  const ends = lines.flat(2).map((it) => ({ ...it, width: 0, height: 0 }));
  const page = bounds([...nodes.values(), ...labels, ...ends]) ?? { x: 0, y: 0, width: 0, height: 0 };
  const area = page.width * page.height;
  const pairs = labels.flatMap((one, at) =>
    [...labels.slice(at + 1), ...cards].filter((it) => overlaps(one, it)),
  );
  return {
    width: Math.round(page.width),
    height: Math.round(page.height),
    aspectRatio: rounded(page.width / page.height),
    empty: rounded(1 - unionArea(content) / area),
    blank: rounded(blankShare(page, content, lines.flat())),
    crossings: crossingsOf(lines),
    lineLength: Math.round(lines.flat().reduce((sum, [a, b]) => sum + Math.hypot(a.x - b.x, a.y - b.y), 0)),
    overlaps: pairs.length,
  };
}

type Segment = readonly [Point, Point];

const rounded = (value: number): number => Math.round(value * 100) / 100;

const segmentsOf = (points: readonly Point[]): Segment[] =>
  points.slice(1).map((to, at) => [points[at] ?? to, to]);

/** Area of the union of rectangles: the sum over the cells of the grid through their edges. */
function unionArea(rects: readonly Rect[]): number {
  const xs = [...new Set(rects.flatMap(({ x, width }) => [x, x + width]))].sort((a, b) => a - b);
  let area = 0;
  for (const [at, right] of xs.entries()) {
    const left = xs[at - 1];
    if (left === undefined) continue;
    const within = rects.filter(({ x, width }) => x <= left && x + width >= right).sort((a, b) => a.y - b.y);
    let bottom = Number.NEGATIVE_INFINITY;
    for (const { y, height } of within) {
      area += (right - left) * Math.max(0, y + height - Math.max(y, bottom));
      bottom = Math.max(bottom, y + height);
    }
  }
  return area;
}

function blankShare(page: Rect, content: readonly Rect[], segments: readonly Segment[]): number {
  const [columns, rows] = [Math.ceil(page.width / BLANK_SQUARE), Math.ceil(page.height / BLANK_SQUARE)];
  let blank = 0;
  for (let column = 0; column < columns; column += 1)
    for (let row = 0; row < rows; row += 1) {
      const square = {
        x: page.x + (column * page.width) / columns,
        y: page.y + (row * page.height) / rows,
        width: page.width / columns,
        height: page.height / rows,
      };
      const isUsed =
        content.some((it) => overlaps(it, square)) || segments.some(([a, b]) => crosses(a, b, square));
      if (!isUsed) blank += 1;
    }
  return blank / (columns * rows);
}

/** Number of points at which two lines cross. */
function crossingsOf(lines: readonly (readonly Segment[])[]): number {
  let count = 0;
  for (const [at, one] of lines.entries())
    for (const other of lines.slice(at + 1))
      for (const a of one) count += other.filter((b) => intersect(a, b)).length;
  return count;
}

function intersect([a, b]: Segment, [c, d]: Segment): boolean {
  const side = (p: Point, q: Point, r: Point): number =>
    Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
