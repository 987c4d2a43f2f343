const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 20;
/** Letters that 32 random bits are enough for. */
const PER_THROW = 5;

/** Numbers that look random and are the same for the same seed, on every machine. */
export interface Dice {
  /** From 0 up to, and without, `below`. */
  roll(below: number): number;
  /** Whether something happens that does so in `share` of all cases. */
  happens(share: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** An id in the service's form. */
  id(): string;
}

/** Throws by the mulberry32 generator: 32 bits of state, and quick. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const codes = Buffer.alloc(LENGTH);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const roll = (below: number): number => Math.floor((next() / 2 ** 32) * below);
  return {
    roll,
    happens: (share) => next() / 2 ** 32 < share,
    pick<T>(list: readonly T[]): T {
      const found = list[roll(list.length)];
      if (found === undefined) throw new RangeError('There is nothing to pick from.');
      return found;
    },
    id(): string {
      // Four throws of five letters each: there are hundreds of thousands of ids.
      for (let at = 0; at < LENGTH; ) {
        let rest = next();
        for (const end = at + PER_THROW; at < end; at += 1) {
          codes[at] = ALPHABET.charCodeAt(rest % ALPHABET.length);
          rest = Math.floor(rest / ALPHABET.length);
        }
      }
      return codes.toString('latin1');
    },
  };
}
