/** Properties of an element that set fields the format lacks; any other property becomes a label. */
export class Properties {
  readonly #remaining: Map<string, string>;

  constructor(all: ReadonlyMap<string, string>) {
    this.#remaining = new Map(all);
  }

  /**
   * Removes a property and returns its value for a field; undefined if it is missing or not valid for the field, so
   * that it stays a label.
   */
  take(name: string, isOne: (value: string) => boolean = () => true): string | undefined {
    const value = this.#remaining.get(name);
    if (value === undefined || !isOne(value)) return undefined;
    this.#remaining.delete(name);
    return value;
  }

  /** Likewise, for a field with a fixed set of values. */
  choice<T extends string>(name: string, all: readonly T[]): T | undefined {
    const value = this.take(name, (it) => all.some((one) => one === it));
    return all.find((one) => one === value);
  }

  /** Likewise, for a comma-separated list. */
  list(name: string, isOne: (item: string) => boolean = () => true): readonly string[] {
    return listed(this.take(name, (it) => listed(it).every(isOne)));
  }

  /** The remaining properties. */
  labels(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#remaining);
  }
}

const listed = (text = ''): string[] =>
  text
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '');

/** Lifecycle statuses. Default: live. */
export const STATUSES = ['deprecated', 'future', 'removed'] as const;
