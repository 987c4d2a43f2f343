/** Derives ids from names, for elements without an id. */

/** Longer ids are truncated at a word boundary. */
const MAX_LENGTH = 48;

/** Converts `Booking API (v2)` to `booking-api-v2`; `fallback` if the name has no letters or digits. */
export function slugOf(name: string, fallback: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  if (!words) return fallback;
  let [count, length] = [0, -1];
  for (const word of words) {
    length += word.length + 1;
    if (length > MAX_LENGTH) break;
    count += 1;
  }
  // Joined instead of concatenated: V8 compares and sorts joined texts faster.
  return count === 0
    ? [...(words[0] ?? fallback)].slice(0, MAX_LENGTH).join('')
    : words.slice(0, count).join('-');
}

/**
 * Returns the first unused id of `id`, `id-2`, `id-3` …, and marks it as used. `next` caches the next number to try.
 */
export function freeId(id: string, taken: Set<string>, next = new Map<string, number>()): string {
  let free = id;
  for (let at = next.get(id) ?? 2; taken.has(free); at += 1) {
    free = [id, at].join('-');
    next.set(id, at + 1);
  }
  taken.add(free);
  return free;
}
