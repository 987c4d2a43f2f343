/** Keys of one generation; two are remembered. */
export const GENERATION = 16_384;

export interface Delivered {
  subscriptionId: string;
  /** In seconds. */
  timestamp: number;
  signature: string;
}

/** Remembers deliveries in bounded memory: at least the newest 16,384, at most twice as many. */
export interface Duplicates {
  /** Whether it was seen before; from now on it is. */
  seen(delivery: Delivered): boolean;
  /** It was not accepted after all. */
  forget(delivery: Delivered): void;
}

export function duplicates(generation: number = GENERATION): Duplicates {
  let current = new Set<string>();
  let previous = new Set<string>();
  const keyOf = ({ subscriptionId, timestamp, signature }: Delivered) =>
    `${timestamp}\n${signature}\n${subscriptionId}`;
  return {
    seen(delivery) {
      const key = keyOf(delivery);
      if (current.has(key) || previous.has(key)) return true;
      if (current.size >= generation) {
        previous = current;
        current = new Set();
      }
      current.add(key);
      return false;
    },
    forget(delivery) {
      const key = keyOf(delivery);
      current.delete(key);
      previous.delete(key);
    },
  };
}
