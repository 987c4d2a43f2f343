/** Derives ids from names, for elements without an id. */

/** Longer ids are truncated at a word boundary. */
const LONGEST = 48;

/** Converts `Booking API (v2)` to `booking-api-v2`; `fallback` if the name has no letters or digits. */
export function slugOf(name: string, fallback: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  if (!words) return fallback;
  let id = '';
  for (const word of words) {
    const longer = id === '' ? word : `${id}-${word}`;
    if (longer.length > LONGEST) break;
    id = longer;
  }
  return id === '' ? [...(words[0] ?? fallback)].slice(0, LONGEST).join('') : id;
}

/**
 * Returns the first unused id of `id`, `id-2`, `id-3` …, and marks it as used. `next` caches the next number to try.
 */
export function freeId(id: string, taken: Set<string>, next = new Map<string, number>()): string {
  let free = id;
  for (let at = next.get(id) ?? 2; taken.has(free); at += 1) {
    free = `${id}-${at}`;
    next.set(id, at + 1);
  }
  taken.add(free);
  return free;
}
