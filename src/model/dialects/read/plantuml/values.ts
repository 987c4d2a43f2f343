/** Values that the preprocessor puts in the place of names: `!$team = "Sales"`, `!define TEAM Sales`. */

/** A value no longer than this is kept: values of values would grow without an end. */
const LONGEST = 500;
/** So much is put in for one diagram. */
const MOST = 5_000_000;

const NAMES = /\$\w{1,60}|\b[A-Za-z_]\w{1,60}\b/g;

export class Values {
  readonly #values = new Map<string, string>();
  #spent = 0;

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Keeps a value; false where it is none that can be. */
  set(name: string, value: string): boolean {
    const full = this.put(value);
    if (full.length > LONGEST) return false;
    this.#values.set(name, full);
    return true;
  }

  delete(name: string): void {
    this.#values.delete(name);
  }

  /** A text with the values of the names in it. */
  put(text: string): string {
    if (this.#values.size === 0) return text;
    return text.replace(NAMES, (name) => {
      const value = this.#values.get(name);
      if (value === undefined || this.#spent > MOST) return name;
      this.#spent += value.length;
      return value;
    });
  }
}
