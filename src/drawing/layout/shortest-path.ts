import type { Point } from '../geometry.js';
import type { RouteGrid } from './route-grid.js';

/** Cost of a bend, in pixels of length. */
const BEND = 45;

export interface PathSettings {
  /** Cost of crossing another line, in pixels of length. */
  crossing: number;
  /** Maximum number of states that a search visits before it gives up. */
  maxStates: number;
  /** Number of states that all searches may visit. Each search reduces it. */
  budget: number;
  /** Weight of the remaining distance: more than 1 is faster, and may find a longer path. */
  greed: number;
}

interface Search {
  from: Point;
  /** Unit vector of the first segment. */
  leaves: Point;
  to: Point;
  /** Unit vector from the end towards the last segment. */
  arrives: Point;
}

/** Steps to the neighbours of a cell, by direction; opposite directions are two apart. */
const STEPS_X = [1, 0, -1, 0];
const STEPS_Y = [0, 1, 0, -1];

const directionOf = ({ x, y }: Point): number =>
  STEPS_X.findIndex((step, at) => step === x && STEPS_Y[at] === y);

/** Lowest cost, origin and whether it is final for each state; reused by the searches on a grid of the same size. */
let states = { costs: new Float64Array(0), origins: new Int32Array(0), done: new Uint8Array(0) };

function emptyStates(size: number) {
  if (states.costs.length !== size)
    states = { costs: new Float64Array(size), origins: new Int32Array(size), done: new Uint8Array(size) };
  states.costs.fill(Number.POSITIVE_INFINITY);
  states.origins.fill(-1);
  states.done.fill(0);
  return states;
}

/**
 * Finds the cheapest path through the grid (A*); undefined if the search takes too long. A state is a cell and the direction in which it was entered.
 */
export function shortestPath(
  grid: RouteGrid,
  { from, leaves, to, arrives }: Search,
  settings: PathSettings,
): Point[] | undefined {
  const { crossing, maxStates, greed } = settings;
  const { xs, ys } = grid;
  const columns = xs.length;
  const [start, goal] = [grid.cellAt(from), grid.cellAt(to)];
  const last = (directionOf(arrives) + 2) % 4;
  const { costs, origins, done } = emptyStates(grid.size * 4);
  open.clear();
  const first = start * 4 + directionOf(leaves);
  costs[first] = 0;
  open.push(first, 0);
  let visited = 0;
  for (
    let state = open.pop();
    state !== undefined && visited < maxStates && settings.budget > 0;
    state = open.pop()
  ) {
    if (done[state] === 1) continue;
    done[state] = 1;
    visited += 1;
    settings.budget -= 1;
    const cell = state >> 2;
    const direction = state & 3;
    if (cell === goal && direction === last) return read(grid, origins, state);
    const cost = costs[state] ?? 0;
    const row = Math.floor(cell / columns);
    const column = cell - row * columns;
    for (let turn = 0; turn < 4; turn += 1) {
      if (turn === ((direction + 2) & 3)) continue;
      const nextColumn = column + (STEPS_X[turn] ?? 0);
      const nextRow = row + (STEPS_Y[turn] ?? 0);
      if (nextColumn < 0 || nextColumn >= columns || nextRow < 0 || nextRow >= ys.length) continue;
      const axis = turn % 2 === 0 ? 0 : 1;
      const next = nextRow * columns + nextColumn;
      const x = xs[nextColumn] ?? 0;
      const y = ys[nextRow] ?? 0;
      const length = Math.abs((xs[column] ?? 0) - x) + Math.abs((ys[row] ?? 0) - y);
      const piece = turn < 2 ? cell : next;
      const sum =
        cost +
        length * (1 + grid.weight(piece, axis)) +
        (turn === direction ? 0 : BEND) +
        (grid.isCrossed(next, axis) ? crossing : 0);
      const reached = next * 4 + turn;
      if (sum >= (costs[reached] ?? 0)) continue;
      costs[reached] = sum;
      origins[reached] = state;
      // A path that does not point straight at the goal has at least one more bend.
      const offset = axis === 0 ? y - to.y : x - to.x;
      const bends = turn === last ? (offset === 0 ? 0 : 2) : axis === last % 2 ? 2 : 1;
      open.push(reached, sum + BEND * bends + greed * (Math.abs(x - to.x) + Math.abs(y - to.y)));
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

function read(grid: RouteGrid, origins: Int32Array, end: number): Point[] {
  const points: Point[] = [];
  for (let state = end; state >= 0; state = origins[state] ?? -1) points.push(grid.pointAt(state >> 2));
  return points.reverse();
}

/** Binary min-heap of states by cost. */
class Heap {
  readonly #states: number[] = [];
  readonly #costs: number[] = [];
  #size = 0;

  clear(): void {
    this.#size = 0;
  }

  push(state: number, cost: number): void {
    let at = this.#size;
    this.#size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#costs[parent] ?? 0) <= cost) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, state, cost);
  }

  pop(): number | undefined {
    if (this.#size === 0) return undefined;
    const first = this.#states[0];
    this.#size -= 1;
    const size = this.#size;
    const state = this.#states[size] ?? 0;
    const cost = this.#costs[size] ?? 0;
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
    if (size > 0) this.#put(at, state, cost);
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

/** Reused by all searches, like `states`. */
const open = new Heap();
