/** Plane geometry of a laid-out picture; pixels, y downwards. */

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  width: number;
  height: number;
}

export const centreOf = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Expands the box by a distance on each side. */
export const inflated = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Bounding box of several boxes; undefined for none. */
export function bounds(rects: readonly Rect[]): Rect | undefined {
  if (rects.length === 0) return undefined;
  const x = Math.min(...rects.map((it) => it.x));
  const y = Math.min(...rects.map((it) => it.y));
  const right = Math.max(...rects.map((it) => it.x + it.width));
  const bottom = Math.max(...rects.map((it) => it.y + it.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Corners of a box in order; the first is repeated at the end. */
export const outlineOf = ({ x, y, width, height }: Rect): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
  { x, y },
];

/** True if the interiors of the boxes intersect. */
export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Thickness of a segment, so that one along the upper or left side of a box crosses it. */
const THICKNESS = 0.01;

/** True if an axis-parallel segment runs through the interior of the box. */
export function crosses(from: Point, to: Point, box: Rect): boolean {
  return (
    Math.min(from.x, to.x) < box.x + box.width &&
    box.x < Math.max(from.x, to.x) + THICKNESS &&
    Math.min(from.y, to.y) < box.y + box.height &&
    box.y < Math.max(from.y, to.y) + THICKNESS
  );
}

/** Formats a number for SVG: at most two decimals, so that pictures can be compared. */
export const num = (value: number): string => String(Math.round(value * 100) / 100 || 0);
