/** Plane geometry of a laid out picture; pixels, y downwards. */

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  width: number;
  height: number;
}

/** True where the two share more than an edge. */
export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** True where an axis-parallel segment runs through the inside of the box. */
export function crosses(from: Point, to: Point, box: Rect): boolean {
  const x = Math.min(from.x, to.x);
  const y = Math.min(from.y, to.y);
  const segment = { x, y, width: Math.abs(from.x - to.x) + 0.01, height: Math.abs(from.y - to.y) + 0.01 };
  return overlaps(segment, box);
}

/** A number as it is written in SVG: two decimals at most, so that pictures compare well. */
export const num = (value: number): string => String(Math.round(value * 100) / 100 || 0);
