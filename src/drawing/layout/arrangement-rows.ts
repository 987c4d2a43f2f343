import type { Rect } from '../geometry.js';

/** Boxes arranged in rows: the children of each frame fill rows from left to right. */

/** A box of the arrangement. Coordinates are relative to the frame after `measure`, absolute after `place`. */
export interface Item extends Rect {
  id: string;
  children: Item[];
  /** Preferred number of rows of the children. */
  rows: number;
  /** Gaps between the columns and between the rows of the children. */
  gap: { x: number; y: number };
  /** Distance of the children from the sides of the frame, and from its heading. */
  padding: { x: number; y: number };
  minWidth: number;
  /** Height of the heading. */
  top: number;
}

const PADDING = 36;
const GAP = { x: 72, y: 88 };
/** Width of a page relative to its height. */
export const PAGE_RATIO = 1.4;

export const itemOf = (
  id: string,
  { width, height, header = 0 }: Pick<Rect, 'width' | 'height'> & { header?: number },
): Item => ({
  id,
  children: [],
  rows: 1,
  gap: { ...GAP },
  padding: { x: PADDING, y: PADDING },
  minWidth: width,
  top: header,
  x: 0,
  y: 0,
  width,
  height,
});

/** Height of the smallest page of a shape that the frame fits. */
export const sizeOnPage = ({ width, height }: Item, ratio = PAGE_RATIO): number =>
  Math.max(width / ratio, height);

/** Computes the coordinates of all boxes. */
export function place(root: Item): void {
  measure(root);
  for (const child of root.children) moveBy(child, 0, 0);
}

/** Arranges the children of a frame and computes its size. */
export function measure(frame: Item): void {
  const { children, gap, padding } = frame;
  if (children.length === 0) return;
  let [cell, total] = [0, 0];
  for (const it of children) {
    measure(it);
    if (it.children.length === 0) cell = Math.max(cell, it.width);
  }
  // Cards share a width, so that they form columns.
  const widthOf = (it: Item): number => (it.children.length > 0 ? it.width : cell);
  for (const it of children) total += widthOf(it) + gap.x;
  const limit = total / frame.rows;
  let [y, right] = [frame.top + padding.y, 0];
  for (let first = 0; first < children.length; ) {
    let [next, width, height] = [first, 0, 0];
    // A box that lies mostly within the limit stays in its row.
    for (; next < children.length; next += 1) {
      const it = children[next] as Item;
      if (next > first && width + widthOf(it) / 2 > limit) break;
      width += widthOf(it) + gap.x;
      height = Math.max(height, it.height);
    }
    let x = padding.x;
    for (; first < next; first += 1) {
      const it = children[first] as Item;
      it.x = x + (widthOf(it) - it.width) / 2;
      it.y = y + (height - it.height) / 2;
      x += widthOf(it) + gap.x;
    }
    right = Math.max(right, x - gap.x);
    y += height + gap.y;
  }
  frame.width = Math.max(frame.minWidth, right + padding.x);
  frame.height = y - gap.y + padding.y;
}

function moveBy(item: Item, x: number, y: number): void {
  item.x += x;
  item.y += y;
  for (const child of item.children) moveBy(child, item.x, item.y);
}
