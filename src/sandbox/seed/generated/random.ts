const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 20;
/** Characters of an id that one 32-bit number gives. */
const CHARACTERS_PER_NUMBER = 5;

/** Deterministic pseudorandom numbers: the same seed gives the same sequence on every machine. */
export interface Random {
  /** Integer from 0 up to, but not including, `below`. */
  below(below: number): number;
  /** True with a probability of `share`. */
  chance(share: number): boolean;
  /** A random element of a non-empty list. */
  pick<T>(list: readonly T[]): T;
  /** An id in the service's format. */
  id(): string;
}

/** The mulberry32 generator: fast, with 32 bits of state. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const codes = Buffer.alloc(LENGTH);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (below: number): number => Math.floor((next() / 2 ** 32) * below);
  return {
    below,
    chance: (share) => next() / 2 ** 32 < share,
    pick<T>(list: readonly T[]): T {
      const found = list[below(list.length)];
      if (found === undefined) throw new RangeError('The list is empty.');
      return found;
    },
    id(): string {
      // Five letters per random number, because a seed needs hundreds of thousands of ids.
      for (let at = 0; at < LENGTH; ) {
        let rest = next();
        for (const end = at + CHARACTERS_PER_NUMBER; at < end; at += 1) {
          codes[at] = ALPHABET.charCodeAt(rest % ALPHABET.length);
          rest = Math.floor(rest / ALPHABET.length);
        }
      }
      return codes.toString('latin1');
    },
  };
}
