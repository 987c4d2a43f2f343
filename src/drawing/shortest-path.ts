import type { Point } from './geometry.js';
import type { RouteGrid } from './route-grid.js';

/** Costs of a bend and of crossing another line, in pixels of length. */
const BEND = 45;
const CROSSING = 30;

interface Search {
  from: Point;
  /** Unit vector of the first piece. */
  leaves: Point;
  to: Point;
  /** Unit vector from the end to where the line comes from. */
  arrives: Point;
}

/** Steps to the neighbours of a cell; opposite ones are two apart. */
const STEPS = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
] as const;

const directionOf = ({ x, y }: Point): number => STEPS.findIndex((it) => it.x === x && it.y === y);

/**
 * The cheapest way through the grid (A*), and what it costs beside length and bends: 0 for a way that touches nothing.
 * A state is a cell with the direction in which it was entered.
 */
export function shortestPath(grid: RouteGrid, { from, leaves, to, arrives }: Search) {
  const columns = grid.xs.length;
  const [start, goal] = [grid.cellAt(from), grid.cellAt(to)];
  const last = (directionOf(arrives) + 2) % 4;
  const costs = new Map<number, number>();
  const origins = new Map<number, number>();
  const done = new Set<number>();
  const open = new Heap();
  const first = start * 4 + directionOf(leaves);
  costs.set(first, 0);
  open.push(first, 0);
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (done.has(state)) continue;
    done.add(state);
    const cell = Math.floor(state / 4);
    const direction = state % 4;
    if (cell === goal && direction === last) return read(grid, origins, state);
    const cost = costs.get(state) ?? 0;
    const column = cell % columns;
    for (let turn = 0; turn < 4; turn += 1) {
      if (turn === (direction + 2) % 4) continue;
      const axis = turn % 2 === 0 ? 0 : 1;
      const next = turn === 0 ? cell + 1 : turn === 1 ? cell + columns : turn === 2 ? cell - 1 : cell - columns;
      if (next < 0 || next >= grid.size || (axis === 0 && Math.abs((next % columns) - column) !== 1)) continue;
      const [a, b] = [grid.pointAt(cell), grid.pointAt(next)];
      const length = Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
      const piece = turn < 2 ? cell : next;
      const sum =
        cost +
        length * (1 + grid.weight(piece, axis)) +
        (turn === direction ? 0 : BEND) +
        (grid.isCrossed(next, axis) ? CROSSING : 0);
      const reached = next * 4 + turn;
      if (sum >= (costs.get(reached) ?? Number.POSITIVE_INFINITY)) continue;
      costs.set(reached, sum);
      origins.set(reached, state);
      open.push(reached, sum + Math.abs(b.x - to.x) + Math.abs(b.y - to.y));
    }
    if (cell === goal) turnAround(costs, origins, open, { state, cost, goal: goal * 4 + last });
  }
  return { points: [from, to], excess: 1 };
}

interface Turn {
  state: number;
  cost: number;
  goal: number;
}

/** Enters the goal by a bend in its cell. */
function turnAround(
  costs: Map<number, number>,
  origins: Map<number, number>,
  open: Heap,
  { state, cost, goal }: Turn,
): void {
  const isBack = (state % 4) % 2 === (goal % 4) % 2;
  const sum = cost + BEND * (isBack ? 20 : 1);
  if (sum >= (costs.get(goal) ?? Number.POSITIVE_INFINITY)) return;
  costs.set(goal, sum);
  origins.set(goal, state);
  open.push(goal, sum);
}

function read(grid: RouteGrid, origins: ReadonlyMap<number, number>, end: number) {
  const points: Point[] = [];
  let excess = 0;
  for (let state: number | undefined = end; state !== undefined; state = origins.get(state)) {
    const cell = Math.floor(state / 4);
    const before = origins.get(state);
    if (before !== undefined) {
      const other = Math.floor(before / 4);
      if (other !== cell)
        excess += grid.weight(Math.min(cell, other), Math.abs(cell - other) === 1 ? 0 : 1);
    }
    points.push(grid.pointAt(cell));
  }
  return { points: points.reverse(), excess };
}

/** A binary heap of states, the cheapest first. */
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
