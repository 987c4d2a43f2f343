/** Names by which a dialect's own statements call things. */

/** Signs that every dialect takes in an identifier. */
const FIT = /[^a-zA-Z0-9]+/gu;

/**
 * One identifier for each key, made of the id that people chose: `booking-api` is `booking_api`. No two are one in any case,
 * and none is a keyword. The same keys asked for in the same order give the same.
 */
export class Identifiers {
  readonly #known = new Map<string, string>();
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  /** @param keywords words of the dialect, in small letters. */
  constructor(keywords: readonly string[] = []) {
    this.#taken = new Set(keywords);
  }

  of({ key, id }: { key: string; id: string }): string {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const own = this.#free(identifierOf(id));
    this.#known.set(key, own);
    return own;
  }

  #free(wanted: string): string {
    const folded = wanted.toLowerCase();
    let free = wanted;
    let at = this.#next.get(folded) ?? 2;
    for (; this.#taken.has(free.toLowerCase()); at += 1) free = `${wanted}_${at}`;
    this.#next.set(folded, at);
    this.#taken.add(free.toLowerCase());
    return free;
  }
}

/** Whether an identifier may have been made of this text. */
export const isMadeOf = (identifier: string, text: string): boolean =>
  identifier.replace(/_\d+$/, '') === identifierOf(text).replace(/_\d+$/, '');

/** Letters of other scripts by their numbers, all else that is no letter or digit as `_`; a letter first. */
function identifierOf(id: string): string {
  const plain = id
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]/gu, (it) =>
      /[\p{L}\p{N}]/u.test(it) ? `u${it.codePointAt(0)?.toString(16)}` : '_',
    )
    .replace(FIT, '_')
    .replace(/^_+|_+$/g, '');
  return /^[a-zA-Z]/.test(plain) ? plain : `n${plain === '' ? '' : `_${plain}`}`;
}
