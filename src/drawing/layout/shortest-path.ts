import type { Point } from '../geometry.js';
import type { RouteGrid } from './route-grid.js';

/** Costs of a bend and of crossing another line, in pixels of length. */
const BEND = 45;
const CROSSING = 30;

interface Search {
  from: Point;
  /** Unit vector of the first segment. */
  leaves: Point;
  to: Point;
  /** Unit vector from the end towards the last segment. */
  arrives: Point;
}

/** Steps to the neighbours of a cell; opposite directions are two apart. */
const STEPS = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
] as const;

const directionOf = ({ x, y }: Point): number => STEPS.findIndex((it) => it.x === x && it.y === y);

/** Maximum number of states that a search visits before it gives up. */
const MAX_STATES = 100_000;

/**
 * Finds the cheapest path through the grid (A*), and its cost besides length and bends: 0 for a path without overlaps.
 * Undefined if the search takes too long. A state is a cell and the direction in which it was entered.
 */
export function shortestPath(grid: RouteGrid, { from, leaves, to, arrives }: Search) {
  const columns = grid.xs.length;
  const [start, goal] = [grid.cellAt(from), grid.cellAt(to)];
  const last = (directionOf(arrives) + 2) % 4;
  const costs = new Float64Array(grid.size * 4).fill(Number.POSITIVE_INFINITY);
  const origins = new Int32Array(grid.size * 4).fill(-1);
  const done = new Uint8Array(grid.size * 4);
  const open = new Heap();
  const first = start * 4 + directionOf(leaves);
  costs[first] = 0;
  open.push(first, 0);
  let visited = 0;
  for (let state = open.pop(); state !== undefined && visited < MAX_STATES; state = open.pop()) {
    if (done[state] === 1) continue;
    done[state] = 1;
    visited += 1;
    const cell = Math.floor(state / 4);
    const direction = state % 4;
    if (cell === goal && direction === last) return read(grid, origins, state);
    const cost = costs[state] ?? 0;
    const column = cell % columns;
    for (let turn = 0; turn < 4; turn += 1) {
      if (turn === (direction + 2) % 4) continue;
      const axis = turn % 2 === 0 ? 0 : 1;
      const next =
        turn === 0 ? cell + 1 : turn === 1 ? cell + columns : turn === 2 ? cell - 1 : cell - columns;
      if (next < 0 || next >= grid.size || (axis === 0 && Math.abs((next % columns) - column) !== 1))
        continue;
      const [a, b] = [grid.pointAt(cell), grid.pointAt(next)];
      const length = Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
      const piece = turn < 2 ? cell : next;
      const sum =
        cost +
        length * (1 + grid.weight(piece, axis)) +
        (turn === direction ? 0 : BEND) +
        (grid.isCrossed(next, axis) ? CROSSING : 0);
      const reached = next * 4 + turn;
      if (sum >= (costs[reached] ?? 0)) continue;
      costs[reached] = sum;
      origins[reached] = state;
      open.push(reached, sum + Math.abs(b.x - to.x) + Math.abs(b.y - to.y));
    }
    if (cell !== goal) continue;
    // A bend in the last cell; reversing there is a last resort.
    const end = goal * 4 + last;
    const sum = cost + BEND * (direction % 2 === last % 2 ? 20 : 1);
    if (sum >= (costs[end] ?? 0)) continue;
    costs[end] = sum;
    origins[end] = state;
    open.push(end, sum);
  }
  return undefined;
}

function read(grid: RouteGrid, origins: Int32Array, end: number) {
  const points: Point[] = [];
  let excess = 0;
  let before = -1;
  for (let state = end; state >= 0; state = origins[state] ?? -1) {
    const cell = Math.floor(state / 4);
    if (before >= 0 && before !== cell)
      excess += grid.weight(Math.min(cell, before), Math.abs(cell - before) === 1 ? 0 : 1);
    points.push(grid.pointAt(cell));
    before = cell;
  }
  return { points: points.reverse(), excess };
}

/** Binary min-heap of states by cost. */
class Heap {
  readonly #states: number[] = [];
  readonly #costs: number[] = [];

  push(state: number, cost: number): void {
    let at = this.#states.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#costs[parent] ?? 0) <= cost) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, state, cost);
  }

  pop(): number | undefined {
    const [first] = this.#states;
    const [state, cost] = [this.#states.pop(), this.#costs.pop()];
    const size = this.#states.length;
    if (state === undefined || cost === undefined || size === 0) return first;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= size) break;
      const right = left + 1 < size && (this.#costs[left + 1] ?? 0) < (this.#costs[left] ?? 0);
      const child = right ? left + 1 : left;
      if ((this.#costs[child] ?? 0) >= cost) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, state, cost);
    return first;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#states[from] ?? 0, this.#costs[from] ?? 0);
  }

  #put(at: number, state: number, cost: number): void {
    this.#states[at] = state;
    this.#costs[at] = cost;
  }
}
