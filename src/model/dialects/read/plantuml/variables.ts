/** Values substituted by the preprocessor: `!$team = "Sales"`, `!define TEAM Sales`. */

/** Maximum length of a value: values may contain values and would grow without limit. */
const MAX_VALUE_LENGTH = 500;
/** Maximum characters substituted in one diagram. */
const MAX_SUBSTITUTED = 5_000_000;

const NAMES = /\$\w{1,60}|\b[A-Za-z_]\w{1,60}\b/g;

export class Variables {
  readonly #values = new Map<string, string>();
  #spent = 0;

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Stores a value; false if it cannot be stored. */
  set(name: string, value: string): boolean {
    const full = this.substitute(value);
    if (full.length > MAX_VALUE_LENGTH) return false;
    this.#values.set(name, full);
    return true;
  }

  delete(name: string): void {
    this.#values.delete(name);
  }

  /** Replaces the names in a text with their values. */
  substitute(text: string): string {
    if (this.#values.size === 0) return text;
    return text.replace(NAMES, (name) => {
      const value = this.#values.get(name);
      if (value === undefined || this.#spent > MAX_SUBSTITUTED) return name;
      this.#spent += value.length;
      return value;
    });
  }
}
