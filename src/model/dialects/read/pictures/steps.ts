import type { Place } from '../../../document/element.js';

/** Steps of a dynamic diagram: messages, notes and branches, in their order. */

/** How the paths of a branch relate: one of them is taken, or all at the same time. */
export type Branching = 'alternate' | 'parallel';

export interface Step<End> {
  /** The first and the last participant; a note may have none. */
  ends: readonly End[];
  text: string;
  is: 'message' | 'reply' | 'note' | Branching;
  /** Number that the author gave it. */
  index?: number;
  paths?: { name: string; steps: Step<End>[] }[];
  place: Place;
}

/** Branches in each other beyond this depth are read as if they were not nested. */
const DEEPEST = 20;
/** A diagram with more steps is generated, and nothing that anybody looks at. */
const MOST_STEPS = 20_000;

/** Collects steps while a diagram is read. Participants are aliases. */
export class Steps {
  readonly #all: Step<string>[] = [];
  /** Blocks that are open; one without a step does not branch. */
  readonly #open: { step?: Step<string>; steps: Step<string>[] }[] = [];
  #count = 0;

  add(step: Step<string>): void {
    this.#count += 1;
    if (this.#count <= MOST_STEPS) this.#current.push(step);
  }

  /** The number of steps that were left out. */
  get left(): number {
    return Math.max(0, this.#count - MOST_STEPS);
  }

  /** The last message at the same level; undefined where there is none. */
  get last(): Step<string> | undefined {
    return this.#current.findLast(({ is }) => is === 'message');
  }

  get #current(): Step<string>[] {
    return this.#open.at(-1)?.steps ?? this.#all;
  }

  /** Opens a block whose first path has this name. */
  branch(is: Branching, name: string, place: Place): void {
    if (this.#open.length >= DEEPEST) {
      this.block();
      return;
    }
    const path = { name, steps: [] };
    const step: Step<string> = { ends: [], text: '', is, paths: [path], place };
    this.add(step);
    this.#open.push({ step, steps: path.steps });
  }

  /** Opens a block whose steps are those around it. */
  block(): void {
    this.#open.push({ steps: this.#current });
  }

  /** Begins the next path of the innermost branch; false where no branch is open. */
  next(name: string): boolean {
    const top = this.#open.at(-1);
    if (!top?.step) return top !== undefined;
    const path = { name, steps: [] };
    top.step.paths?.push(path);
    top.steps = path.steps;
    return true;
  }

  /** Closes the innermost block; false where none is open. */
  end(): boolean {
    return this.#open.pop() !== undefined;
  }

  /** All steps; sorted by their numbers where each has one. */
  all(): readonly Step<string>[] {
    const isNumbered = this.#all.every(({ index }) => index !== undefined);
    return isNumbered ? this.#all.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)) : this.#all;
  }
}

/** Steps with other ends; those with an end that has no counterpart are passed to `drop` and left out. */
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
