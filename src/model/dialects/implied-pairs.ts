/** Pairs of elements with a relationship in Structurizr: written, or implied between the ancestors of the two ends. */
export class ImpliedPairs<T> {
  readonly #known = new Map<T, Set<T>>();
  readonly #around: (element: T) => readonly T[];

  /** @param around returns an element and its ancestors. */
  constructor(around: (element: T) => readonly T[]) {
    this.#around = around;
  }

  add(from: T, to: T): void {
    const [origins, targets] = [this.#around(from), this.#around(to)];
    for (const origin of origins)
      for (const target of targets) {
        const isWritten = origin === from && target === to;
        // No relationship is implied between an element and its ancestor.
        if (!isWritten && (targets.includes(origin) || origins.includes(target))) continue;
        const known = this.#known.get(origin) ?? new Set();
        this.#known.set(origin, known.add(target));
      }
  }

  has(from: T, to: T): boolean {
    return this.#known.get(from)?.has(to) === true;
  }
}
