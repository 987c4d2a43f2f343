/** Generates identifiers for statements of a format. */

/** Splits a list of keywords at white space. */
export const wordsIn = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Runs of characters that are not valid in every format. */
const INVALID = /[^a-zA-Z0-9]+/gu;

/**
 * Generates an identifier for each key from its id: `booking_api` for `booking-api`. Unique ignoring case, and never a
 * keyword. Deterministic for the same keys in the same order.
 */
export class Identifiers {
  readonly #known = new Map<string, string>();
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  /** @param keywords reserved words of the format, in lower case. */
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

/** Whether an identifier may be derived from this text. */
export const isDerivedFrom = (identifier: string, text: string): boolean =>
  identifier.replace(/_\d+$/, '') === identifierOf(text).replace(/_\d+$/, '');

/** Encodes other letters by code point and all other characters as `_`; begins with a letter. */
function identifierOf(id: string): string {
  const plain = id
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]/gu, (it) =>
      /[\p{L}\p{N}]/u.test(it) ? `u${it.codePointAt(0)?.toString(16)}` : '_',
    )
    .replace(INVALID, '_')
    .replace(/^_+|_+$/g, '');
  return /^[a-zA-Z]/.test(plain) ? plain : `n${plain === '' ? '' : `_${plain}`}`;
}
