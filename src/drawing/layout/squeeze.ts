import { bounds, type Point, type Rect } from '../geometry.js';
import { headingRect } from './headings.js';
import type { Layout } from './placed.js';

/** Distance that two pieces keep, unless it was smaller before: the sum of their spaces. */
const SPACE = { card: 12, border: 5, line: 5, label: 4 };
/** Distance up to which two pieces move as one, such as a line and its box. A label may be beside its line. */
const TOUCHING = { usual: 1, label: 4 };
/** Difference between the centres of two cards up to which they are aligned. */
const ALIGNED = 4;
/** Minimum distance at which a piece may move past another. */
const ASIDE = 8;
/** Maximum ratio of the sides of a picture, unless it was larger before. */
const MAX_RATIO = 1.9;

/** Something that moves as a whole along an axis. */
interface Piece {
  low: number;
  high: number;
  /** Extent across the axis. */
  from: number;
  to: number;
  space: number;
  shift: number;
  move(by: number): void;
}

/** The shift of `after` is at least that of `before` plus `by`. `by` is never positive, so 0 is a shift for all. */
type Constraint = readonly [before: Piece, after: Piece, by: number];

/**
 * Removes empty space by one-dimensional compaction: moves boxes, lines and labels closer together, along one axis, then
 * along the other. They keep their order, so lines do not cross more often, and labels do not cover more.
 */
export function squeeze(layout: Layout): void {
  // The length of the longer side constraints the other.
  const isTall = layout.height > layout.width;
  if (isTall) squeezeAlong(layout, 'y', 'height', layout.width);
  squeezeAlong(layout, 'x', 'width', layout.height);
  if (!isTall) squeezeAlong(layout, 'y', 'height', layout.width);
}

function squeezeAlong(layout: Layout, axis: 'x' | 'y', size: 'width' | 'height', across: number): void {
  const pieces = piecesOf(layout, axis, size).sort((a, b) => a.low - b.low);
  const constraints = constraintsOf(pieces);
  for (const it of pieces) it.shift = Math.min(-it.low, 0);
  settle(constraints);
  const least = pieces.map(({ shift }) => shift);
  const end = pieces.reduce((most, { high, shift }) => Math.max(most, high + shift), 0);
  // The same from the other end, with negated shifts. The mean of both is balanced, and satisfies the constraints, too.
  for (const it of pieces) it.shift = it.high - end;
  settle(constraints.toReversed().map(([before, after, by]) => [after, before, by]));
  const length = Math.max(end, Math.min(layout[size], across / MAX_RATIO));
  const part = (layout[size] - length) / (layout[size] - end || 1);
  for (const [at, { move, shift }] of pieces.entries()) move((part * ((least[at] ?? 0) - shift)) / 2);
  layout[size] = length;
}

/** Raises shifts until they satisfy all constraints. */
function settle(constraints: readonly Constraint[]): void {
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const [before, after, by] of constraints) {
      if (after.shift >= before.shift + by) continue;
      after.shift = before.shift + by;
      hasChanged = true;
    }
  }
}

/** Constraints of neighbours; all others follow from them. */
function constraintsOf(pieces: readonly Piece[]): Constraint[] {
  const constraints: Constraint[] = [];
  const join = (one: Piece, other: Piece) => constraints.push([one, other, 0], [other, one, 0]);
  const places = [...new Set(pieces.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const indexes = new Map(places.map((place, at) => [place, at]));
  /** The piece before the next one at each place across the axis. */
  const last = new Array<Piece | undefined>(places.length).fill(undefined);
  for (const after of pieces) {
    const [from, to] = [indexes.get(after.from) ?? 0, indexes.get(after.to) ?? 0];
    for (const before of new Set(last.slice(from, to + 1))) {
      if (!before) continue;
      const gap = after.low - before.high;
      const isLabel = [before.space, after.space].includes(SPACE.label);
      if (gap <= (isLabel ? TOUCHING.label : TOUCHING.usual)) join(before, after);
      else constraints.push([before, after, Math.min(0, before.space + after.space - gap)]);
    }
    for (let at = from; at <= to; at += 1) if ((last[at]?.high ?? after.high) <= after.high) last[at] = after;
  }
  const doubleCentre = ({ low, high }: Piece): number => low + high;
  const cards = pieces.filter(({ space }) => space === SPACE.card);
  cards.sort((a, b) => doubleCentre(a) - doubleCentre(b));
  for (const [at, card] of cards.entries()) {
    const next = cards[at + 1];
    if (next && doubleCentre(next) - doubleCentre(card) < 2 * ALIGNED) join(card, next);
  }
  return constraints;
}

function piecesOf({ nodes, edges }: Layout, axis: 'x' | 'y', size: 'width' | 'height'): Piece[] {
  const pieces: Piece[] = [];
  const [across, sizeAcross] = axis === 'x' ? (['y', 'height'] as const) : (['x', 'width'] as const);
  const add = (rect: Rect, space: number, move: (by: number) => void): void => {
    const { [axis]: low, [across]: from } = rect;
    const to = from + rect[sizeAcross] + ASIDE / 2;
    pieces.push({ low, high: low + rect[size], from: from - ASIDE / 2, to, space, shift: 0, move });
  };
  const adder =
    (points: readonly Point[]) =>
    (by: number): void => {
      for (const it of points) it[axis] += by;
    };
  for (const node of nodes.values()) {
    if (!node.box.frame) {
      add(node, SPACE.card, adder([node]));
      continue;
    }
    const { [axis]: start, [size]: length } = node;
    const heading = headingRect(node);
    add({ ...node, [size]: 0 }, SPACE.border, (by) => {
      node[axis] += by;
      node[size] -= by;
    });
    // The heading moves with the border that it touches.
    add({ ...heading, [axis]: start, [size]: heading[axis] + heading[size] - start }, SPACE.border, () => {});
    add({ ...node, [axis]: start + length, [size]: 0 }, SPACE.border, (by) => {
      node[size] += by;
    });
  }
  for (const { points, label } of edges.values()) {
    // Points of a segment across the axis move as one.
    const segments: Point[][] = [];
    for (const point of points) {
      const before = segments.at(-1)?.at(-1);
      if (before && Math.abs(before[axis] - point[axis]) <= TOUCHING.usual) segments.at(-1)?.push(point);
      else segments.push([point]);
    }
    for (const segment of segments) {
      const area = bounds(segment.map((it) => ({ ...it, width: 0, height: 0 })));
      if (area) add(area, SPACE.line, adder(segment));
    }
    if (label) add(label.rect, SPACE.label, adder([label.rect]));
  }
  return pieces;
}
