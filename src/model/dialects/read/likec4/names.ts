import type { Element, Reference } from './source.js';

/**
 * Resolves names to elements, from the innermost scope outwards: a nested name, or the only element of that name
 * anywhere inside.
 */
export class Names {
  readonly #elements: ReadonlyMap<string, Element>;
  /** Sorted paths, by their last name. */
  readonly #paths = new Map<string, string[]>();

  constructor(elements: ReadonlyMap<string, Element>) {
    this.#elements = elements;
    for (const { name, path } of elements.values()) {
      const list = this.#paths.get(name);
      if (list) list.push(path);
      else this.#paths.set(name, [path]);
    }
    for (const list of this.#paths.values()) list.sort();
  }

  find({ word, within }: Reference): Element | undefined {
    if (word === '' || word === 'this' || word === 'it') return this.#elements.get(within);
    const [first = '', ...rest] = word.split('.');
    const isSelf = first === 'this' || first === 'it';
    let path = isSelf ? within : this.#outwards(first, within);
    for (const name of rest) path = path === undefined ? undefined : this.#inside(path, name);
    return path === undefined ? undefined : this.#elements.get(path);
  }

  #outwards(name: string, within: string): string | undefined {
    for (let around = within; ; around = around.slice(0, Math.max(around.lastIndexOf('.'), 0))) {
      const found = this.#inside(around, name);
      if (found !== undefined || around === '') return found;
    }
  }

  #inside(around: string, name: string): string | undefined {
    const before = around === '' ? '' : `${around}.`;
    if (this.#elements.has(before + name)) return before + name;
    const paths = this.#paths.get(name) ?? [];
    const at = firstFrom(paths, before);
    const [one, other] = [paths[at], paths[at + 1]];
    return one?.startsWith(before) && !other?.startsWith(before) ? one : undefined;
  }
}

/** Index of the first entry that is not before `text` (binary search). */
function firstFrom(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
