import type { Place } from '../../../document/element.js';

/** Steps of a dynamic diagram: messages, notes and branches in order. */

/** Whether one path of a branch is taken, or all of them in parallel. */
export type Branching = 'alternate' | 'parallel';

export interface Step<End> {
  /** First and last participant; a note may have none. */
  ends: readonly End[];
  text: string;
  is: 'message' | 'reply' | 'note' | Branching;
  /** Number given by the author. */
  index?: number | undefined;
  paths?: { name: string; steps: Step<End>[] }[] | undefined;
  place: Place;
}

/** Deeper branches are read as if they were not nested. */
const MAX_DEPTH = 20;
/** Limit for one diagram; larger ones are generated. */
const MAX_STEPS = 20_000;

/** Collects steps while a diagram is read. Participants are aliases. */
export class Steps {
  readonly #all: Step<string>[] = [];
  /** Open blocks; one without a step does not branch. */
  readonly #open: { step?: Step<string>; steps: Step<string>[] }[] = [];
  #count = 0;

  add(step: Step<string>): void {
    this.#count += 1;
    if (this.#count <= MAX_STEPS) this.#current.push(step);
  }

  /** Number of steps over the limit. */
  get excess(): number {
    return Math.max(0, this.#count - MAX_STEPS);
  }

  /** The last message at the same level, if any. */
  get last(): Step<string> | undefined {
    return this.#current.findLast(({ is }) => is === 'message');
  }

  get #current(): Step<string>[] {
    return this.#open.at(-1)?.steps ?? this.#all;
  }

  /** Opens a branch whose first path has this name. */
  branch(is: Branching, name: string, place: Place): void {
    if (this.#open.length >= MAX_DEPTH) {
      this.block();
      return;
    }
    const path = { name, steps: [] };
    const step: Step<string> = { ends: [], text: '', is, paths: [path], place };
    this.add(step);
    this.#open.push({ step, steps: path.steps });
  }

  /** Opens a block whose steps belong to the enclosing list. */
  block(): void {
    this.#open.push({ steps: this.#current });
  }

  /** Begins the next path of the innermost branch; false if no branch is open. */
  next(name: string): boolean {
    const top = this.#open.at(-1);
    if (!top?.step) return top !== undefined;
    const path = { name, steps: [] };
    top.step.paths?.push(path);
    top.steps = path.steps;
    return true;
  }

  /** Closes the innermost block; false if none is open. */
  end(): boolean {
    return this.#open.pop() !== undefined;
  }

  /** All steps, sorted by number if each has one. */
  all(): readonly Step<string>[] {
    const isNumbered = this.#all.every(({ index }) => index !== undefined);
    return isNumbered ? this.#all.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)) : this.#all;
  }
}

/** Maps the ends of steps; steps with an unmapped end are dropped and passed to `drop`. */
export function withEnds<From, To>(
  steps: readonly Step<From>[],
  find: (end: From) => To | undefined,
  drop: (step: Step<From>) => void,
): Step<To>[] {
  return steps.flatMap(({ paths, ...step }): Step<To>[] => {
    const ends = step.ends.flatMap((end) => find(end) ?? []);
    if (ends.length < step.ends.length) {
      drop(step);
      return [];
    }
    const inside = paths?.map((path) => ({ ...path, steps: withEnds(path.steps, find, drop) }));
    return [{ ...step, ends, ...(inside && { paths: inside }) }];
  });
}
