/** Number of keys per generation; two generations are remembered. */
export const GENERATION = 16_384;

/**
 * Remembers deliveries in bounded memory: at least the newest 16,384, at most twice as many. The key is the verified
 * signature, which covers subscription and timestamp.
 */
export interface Duplicates {
  /** Whether the signature was seen before; marks it as seen. */
  seen(signature: string): boolean;
  /** Removes a signature whose delivery was not accepted after all. */
  forget(signature: string): void;
}

export function duplicates(generation: number = GENERATION): Duplicates {
  let current = new Set<string>();
  let previous = new Set<string>();
  return {
    seen(key) {
      if (previous.has(key)) return true;
      // A set that grows did not contain the key: a separate lookup would double the cost.
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
