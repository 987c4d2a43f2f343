import { looksLikeId } from '../cli/command/id-shape.js';
import type { Item } from '../cli/command/noun.js';
import { isClean } from './clean.js';
import type { Suggestion } from './types.js';

/** Number of characters from which a text is completed as an id even if a name starts with it. */
const LIKE_AN_ID = 3;

/** A record as a suggestion. */
interface Offer {
  value: string;
  description?: string | undefined;
  isName: boolean;
}

/**
 * Records that match a typed text. Suggests the name if it is unique and is not a keyword here, otherwise the id with
 * the name as its description. Also suggests ids if the text looks like one.
 *
 * @param head text before the value in the same word; @param words keywords that are possible here.
 */
export function recordWords(
  items: readonly Item[],
  text: string,
  { head, words, taken }: { head: string; words: readonly string[]; taken: readonly string[] },
): Suggestion[] {
  const count = new Map<string, number>();
  for (const { name } of items) if (name !== undefined) count.set(name, (count.get(name) ?? 0) + 1);
  // A name with a slash may be the path of another record.
  const isPath = (name: string): boolean =>
    name.includes('/') && items.some((it) => name.endsWith(`/${it.name ?? it.id}`));
  const isTypable = (name: string | undefined): name is string =>
    name !== undefined && count.get(name) === 1 && isWord(name) && !words.includes(name) && !isPath(name);
  const free = items.filter(({ id, name }) => !taken.includes(id) && !(name && taken.includes(name)));
  const first = free.map(
    (item): Offer =>
      isTypable(item.name) ? { value: item.name, description: item.note, isName: true } : byId(item),
  );
  const begun = first.filter(({ value }) => value.startsWith(text));
  const isIdTyped = text !== '' && (text.length >= LIKE_AN_ID || !begun.some(({ isName }) => isName));
  const rest = isIdTyped ? free.filter(({ id }) => id.startsWith(text)).map(byId) : [];
  return [...begun, ...rest].map(({ value, description }) => ({
    kind: 'word',
    value: head + value,
    ...(description !== undefined && { description }),
  }));
}

const byId = ({ id, name, note }: Item): Offer => ({
  value: id,
  description: [name, note].filter(Boolean).join(', ') || undefined,
  isName: false,
});

/** Whether the program would read the text as a name, not as an option, a file or an id. */
const isWord = (name: string): boolean =>
  name === name.trim() && /^[^-@]/.test(name) && isClean(name) && !looksLikeId(name);
