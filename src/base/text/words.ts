export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Normal form for comparing names: ignores case, Unicode composition and surrounding white space. */
export const foldCase = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** Plural of a noun: `records`, `keys`, `replies`, `sandboxes`. */
const pluralOf = (noun: string): string =>
  `${noun.replace(/(?<=[^aeiou])y$/, 'ie').replace(/(?<=x|ch|sh|ss)$/, 'e')}s`;

/** Formats a count and its noun: `1 record`, `2 records`, `2 entries`. `plural` sets an irregular plural. */
export const pluralize = (count: number, noun: string, plural = pluralOf(noun)): string =>
  `${count} ${count === 1 ? noun : plural}`;

/** Number of records that an action affects in one way, with the verb for one and for several records. */
export interface Effect {
  count: number;
  one: string;
  many: string;
}

/** Summary of the effects of an action: `2 model objects are restored, 1 changes`. Empty if no record is affected. */
export function effectsInWords(noun: string, verbs: readonly Effect[]): string[] {
  const parts = verbs
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }, at) => {
      const subject = at === 0 ? pluralize(count, noun) : `${count}`;
      return `${subject} ${count === 1 ? one : many}`;
    });
  return parts.length === 0 ? [] : [parts.join(', ')];
}

/** Joins words: `a`, `a and b`, `a, b and c`. */
export const joined = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');

/** Joins words: `a`, `a or b`, `a, b or c`. */
export const alternatives = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** The first lines, and how many more there are: `and 3 more`. */
export const truncatedLines = (lines: readonly string[], most: number): readonly string[] =>
  lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more`] : lines;

/** The first words, and how many more there are: `a, b and 3 more`. */
export const truncatedList = (words: readonly string[], most: number): string =>
  words.length > most
    ? `${words.slice(0, most).join(', ')} and ${words.length - most} more`
    : words.join(', ');

const UNITS: readonly (readonly [string, number])[] = [
  ['GB', 1024 ** 3],
  ['MB', 1024 ** 2],
  ['KB', 1024],
];

/** Formats a size limit: `64 MB`, `500 bytes`. */
export function bytesInWords(bytes: number): string {
  const [unit, size] = UNITS.find(([, least]) => bytes >= least && bytes % least === 0) ?? [];
  return unit === undefined || size === undefined ? pluralize(bytes, 'byte') : `${bytes / size} ${unit}`;
}
