/** Keys of one generation; two are remembered. */
export const GENERATION = 16_384;

/**
 * Remembers deliveries in bounded memory: at least the newest 16,384, at most twice as many. A delivery is known by
 * its verified signature: subscription and timestamp are part of what was signed.
 */
export interface Duplicates {
  /** Whether it was seen before; from now on it is. */
  seen(signature: string): boolean;
  /** It was not accepted after all. */
  forget(signature: string): void;
}

export function duplicates(generation: number = GENERATION): Duplicates {
  let current = new Set<string>();
  let previous = new Set<string>();
  return {
    seen(key) {
      if (previous.has(key)) return true;
      // Whether it grows is whether it was new: looking it up before would cost as much again.
      const size = current.size;
      if (current.add(key).size === size) return true;
      if (current.size === generation) {
        previous = current;
        current = new Set();
      }
      return false;
    },
    forget(key) {
      current.delete(key);
      previous.delete(key);
    },
  };
}
