/**
 * Pairs of elements that have a relationship in Structurizr: one that is written, or one that it implies between all that
 * is around the ends.
 */
export class ImpliedPairs<T> {
  readonly #known = new Map<T, Set<T>>();
  readonly #around: (element: T) => readonly T[];

  /** @param around an element, and the elements that it is in. */
  constructor(around: (element: T) => readonly T[]) {
    this.#around = around;
  }

  add(from: T, to: T): void {
    const [origins, targets] = [this.#around(from), this.#around(to)];
    for (const origin of origins)
      for (const target of targets) {
        const isWritten = origin === from && target === to;
        // None between an element and one that it is in.
        if (!isWritten && (targets.includes(origin) || origins.includes(target))) continue;
        const known = this.#known.get(origin) ?? new Set();
        this.#known.set(origin, known.add(target));
      }
  }

  has(from: T, to: T): boolean {
    return this.#known.get(from)?.has(to) === true;
  }
}
