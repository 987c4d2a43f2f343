import { push } from '../../base/grouped.js';
import type { Rect } from '../geometry.js';
import type { Scene } from '../scene/scene.js';
import { costOf, type Line, UPWARDS } from './arrangement-cost.js';
import { type Item, itemOf, measure, PAGE_RATIO, place, sizeOnPage } from './arrangement-rows.js';
import type { NodeBox } from './node-text.js';

/**
 * Finds an arrangement of boxes in rows: a local search moves and exchanges boxes until lines are short, point down,
 * and the picture fits a page.
 */

export interface Arrangement {
  rects(): Map<string, Rect>;
  /** Enlarges a box. */
  grow(id: string, size: Pick<Rect, 'width' | 'height'>): void;
  /** Enlarges the gaps between the children of a frame; null is the canvas. */
  widen(frameId: string | null, axis: 'x' | 'y'): void;
}

/** Gap between columns whose boxes are joined by lines with labels. */
const LABEL_GAP = 104;
/** Enlargement of a gap at a time. */
const WIDENING = { x: 36, y: 26 };
/** Minimum reduction of the cost by a step, so that rounding errors cannot repeat it. */
const MIN_GAIN = 0.5;
/** Number of positions that the search tries for a box. */
const CANDIDATES = 30;
/** Maximum number of boxes and lines that a search visits, over all steps. */
const MAX_VISITS = 1_000_000;
/** Shapes of the rows from which the search starts, as width relative to height. The best result wins. */
const STARTS = [PAGE_RATIO, 1];

export function arrange(scene: Scene, boxes: ReadonlyMap<string, NodeBox>): Arrangement {
  const root = itemOf('', { width: 0, header: 0, height: 0 });
  const items = new Map<string, Item>();
  for (const { id } of scene.nodes) items.set(id, itemOf(id, boxes.get(id) ?? root));
  for (const { id, parentId } of scene.nodes) {
    const item = items.get(id);
    const frame = items.get(parentId ?? '') ?? root;
    if (item) frame.children.push(item);
  }
  const frames = [root, ...items.values()].filter(({ children }) => children.length > 0);
  const actors = new Set(scene.nodes.flatMap(({ id, type }) => (type === 'actor' ? [id] : [])));
  const upwards = (originId: string, targetId: string): number =>
    actors.has(originId) ? UPWARDS.fromActor : actors.has(targetId) ? UPWARDS.toActor : UPWARDS.usual;
  const lines = scene.edges.flatMap(({ originId, targetId }): Line[] => {
    const [from, to] = [items.get(originId), items.get(targetId)];
    if (!from || !to || from === to) return [];
    return [
      {
        from,
        to,
        x1: 0,
        y1: 0,
        x2: 0,
        y2: 0,
        upwards: upwards(originId, targetId),
      },
    ];
  });
  const parents = new Map(scene.nodes.map(({ id, parentId }) => [id, parentId]));
  for (const { originId, targetId, label } of scene.edges) {
    const parentId = parents.get(originId);
    const frame = items.get(parentId ?? '') ?? root;
    if (label !== '' && parentId === parents.get(targetId)) frame.gap.x = LABEL_GAP;
  }
  searchAll(root, frames, lines);
  return {
    rects: () => {
      place(root);
      return new Map([...items].map(([id, { x, y, width, height }]) => [id, { x, y, width, height }]));
    },
    grow: (id, { width, height }) => {
      const item = items.get(id);
      if (item) [item.width, item.height] = [Math.max(item.width, width), Math.max(item.height, height)];
    },
    widen: (frameId, axis) => {
      const { gap, padding } = items.get(frameId ?? '') ?? root;
      gap[axis] += WIDENING[axis];
      padding[axis] += WIDENING[axis] / 2;
    },
  };
}

/** Searches from each start, and restores the arrangement with the lowest cost. */
function searchAll(root: Item, frames: readonly Item[], lines: readonly Line[]): void {
  const given = frames.map(({ children }) => [...children]);
  let least = Number.POSITIVE_INFINITY;
  let best: Pick<Item, 'rows' | 'children'>[] = [];
  const improve = () => {
    const cost = search(root, frames, lines);
    if (cost >= least) return;
    least = cost;
    best = frames.map(({ rows, children }) => ({ rows, children }));
  };
  for (const ratio of STARTS) {
    for (const [at, frame] of frames.entries()) frame.children = [...(given[at] ?? [])];
    // Inner frames first: most frames precede their children.
    for (const frame of frames.toReversed()) chooseRows(frame, ratio);
    improve();
  }
  // The best arrangement upside down: more lines may point down.
  for (const [at, frame] of frames.entries())
    Object.assign(frame, { ...best[at], children: best[at]?.children.toReversed() });
  improve();
  for (const [at, frame] of frames.entries()) Object.assign(frame, best[at]);
}

/** Chooses the number of rows in which a frame is smallest on a page of this shape. */
function chooseRows(frame: Item, ratio: number): void {
  let best = Number.POSITIVE_INFINITY;
  let chosen = 1;
  for (frame.rows = 1; frame.rows <= frame.children.length; frame.rows += 1) {
    measure(frame);
    const size = sizeOnPage(frame, ratio);
    if (size < best) [best, chosen] = [size, frame.rows];
  }
  frame.rows = chosen;
  measure(frame);
}

/** Repeats moves, exchanges and changes of the number of rows while they reduce the cost, and returns it. */
function search(root: Item, frames: readonly Item[], lines: readonly Line[]): number {
  let visits = 0;
  const linesOf = linesByItem(root, lines);
  const cost = (limit: number): number => {
    place(root);
    return costOf(root, lines, limit);
  };
  let best = cost(Number.POSITIVE_INFINITY);
  const improves = (change: () => void, undo: () => void): boolean => {
    visits += frames.length + lines.length + 20 + lines.length ** 2 / 20;
    change();
    const changed = cost(best - MIN_GAIN);
    if (changed < best - MIN_GAIN) {
      best = changed;
      return true;
    }
    undo();
    return false;
  };
  for (let hasChanged = true; hasChanged && visits < MAX_VISITS; ) {
    hasChanged = false;
    for (const frame of frames) {
      const { children } = frame;
      for (const rows of [frame.rows + 1, frame.rows - 1]) {
        const before = frame.rows;
        const set = (count: number) => (): void => {
          frame.rows = count;
        };
        if (rows >= 1 && rows <= children.length && improves(set(rows), set(before))) hasChanged = true;
      }
      for (const item of [...children]) {
        if (visits >= MAX_VISITS) break;
        for (const other of nearest(root, item, children, linesOf.get(item) ?? [])) {
          const [from, to] = [children.indexOf(item), children.indexOf(other)];
          const isSwapped = improves(
            () => swap(children, from, to),
            () => swap(children, from, to),
          );
          const isMoved =
            !isSwapped &&
            improves(
              () => move(children, from, to),
              () => move(children, to, from),
            );
          hasChanged ||= isMoved || isSwapped;
        }
      }
    }
  }
  return best;
}

/** Lines that leave each box, or the frame around it. */
function linesByItem(root: Item, lines: readonly Line[]): Map<Item, Line[]> {
  const paths = new Map<Item, Item[]>();
  const walk = (item: Item, path: Item[]): void => {
    paths.set(item, path);
    for (const child of item.children) walk(child, [...path, child]);
  };
  walk(root, []);
  const found = new Map<Item, Line[]>();
  for (const line of lines) {
    const [from, to] = [paths.get(line.from) ?? [], paths.get(line.to) ?? []];
    for (const item of new Set([...from, ...to]))
      if (from.includes(item) !== to.includes(item)) push(found, item, line);
  }
  return found;
}

/** Siblings near the place where the lines of a box would be short. */
function nearest(root: Item, item: Item, children: readonly Item[], lines: readonly Line[]): Item[] {
  const others = children.filter((it) => it !== item);
  if (others.length <= CANDIDATES || lines.length === 0) return others.slice(0, CANDIDATES);
  place(root);
  let [x, y] = [0, 0];
  for (const { from, to } of lines) {
    // The end inside the box counts as well; it moves with the box.
    x += (from.x + from.width / 2 + to.x + to.width / 2) / lines.length;
    y += (from.y + from.height / 2 + to.y + to.height / 2) / lines.length;
  }
  x -= item.x + item.width / 2;
  y -= item.y + item.height / 2;
  const distance = (it: Item): number =>
    Math.abs(it.x + it.width / 2 - x) + Math.abs(it.y + it.height / 2 - y);
  return others.toSorted((one, other) => distance(one) - distance(other)).slice(0, CANDIDATES);
}

function swap(list: Item[], a: number, b: number): void {
  const [one, other] = [list[a], list[b]];
  if (one && other) [list[a], list[b]] = [other, one];
}

function move(list: Item[], from: number, to: number): void {
  const [item] = list.splice(from, 1);
  if (item) list.splice(to, 0, item);
}
