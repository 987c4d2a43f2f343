/** Properties that elements have for fields they lack; what says no such thing is a label like any. */
export class Properties {
  readonly #left: Map<string, string>;

  constructor(all: ReadonlyMap<string, string>) {
    this.#left = new Map(all);
  }

  /** The value of a field, which is no label from here on; undefined where there is none, or it is none of the field's. */
  take(name: string, isOne: (value: string) => boolean = () => true): string | undefined {
    const value = this.#left.get(name);
    if (value === undefined || !isOne(value)) return undefined;
    this.#left.delete(name);
    return value;
  }

  /** The same where a field has one of these. */
  choice<T extends string>(name: string, all: readonly T[]): T | undefined {
    const value = this.take(name, (it) => all.some((one) => one === it));
    return all.find((one) => one === value);
  }

  /** `a, b`. */
  list(name: string, isOne: (item: string) => boolean = () => true): readonly string[] {
    return listed(this.take(name, (it) => listed(it).every(isOne)));
  }

  /** What is left. */
  labels(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#left);
  }
}

const listed = (text = ''): string[] =>
  text
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '');

/** Where things stand in their lives; live unless told. */
export const STATUSES = ['deprecated', 'future', 'removed'] as const;
