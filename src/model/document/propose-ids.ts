/** Ids made of names, for elements that have none yet. */

/** An id longer than this is cut at a word. */
const LONGEST = 48;

/** `Booking API (v2)` as `booking-api-v2`; `fallback` where no letter or digit of any script is left. */
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

/** The first of `id`, `id-2`, `id-3` … that is not taken; it is, from now on. `next` remembers where to go on. */
export function freeId(id: string, taken: Set<string>, next = new Map<string, number>()): string {
  let free = id;
  for (let at = next.get(id) ?? 2; taken.has(free); at += 1) {
    free = `${id}-${at}`;
    next.set(id, at + 1);
  }
  taken.add(free);
  return free;
}
