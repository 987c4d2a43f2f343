/** Ranks how well a search text matches the texts of a record. Pure. */

/** Match quality, best first; `text` is a match outside the name, such as in a caption or description. */
export const FITS = ['exact', 'prefix', 'word', 'part', 'text'] as const;
export type Fit = (typeof FITS)[number];

export interface Match {
  fit: Fit;
  field: string;
}

/** Normalizes case and accents. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Matches a text: as the whole name, as its prefix, or word by word at the beginning of a word of the name, inside the
 * name, or in another text. The worst word determines the rank; undefined if a word does not match, or if there are
 * none.
 */
export function matchOf(
  sought: string,
  { name, texts = {} }: { name: string; texts?: Readonly<Record<string, string | null | undefined>> },
): Match | undefined {
  const phrase = folded(sought).trim().replace(/\s+/g, ' ');
  if (phrase === '') return undefined;
  const called = folded(name).trim().replace(/\s+/g, ' ');
  if (called === phrase) return { fit: 'exact', field: 'name' };
  if (called.startsWith(phrase)) return { fit: 'prefix', field: 'name' };
  const below = Object.entries(texts).map(([field, text]) => [field, folded(text ?? '')] as const);
  let worst: Match = { fit: 'word', field: 'name' };
  for (const word of phrase.split(' ')) {
    const match = wordMatch(word, called, below);
    if (match === undefined) return undefined;
    if (FITS.indexOf(match.fit) > FITS.indexOf(worst.fit)) worst = match;
  }
  return worst;
}

function wordMatch(
  word: string,
  name: string,
  texts: readonly (readonly [field: string, text: string])[],
): Match | undefined {
  if (name.split(/[^\p{L}\p{N}]+/u).some((it) => it.startsWith(word))) return { fit: 'word', field: 'name' };
  if (name.includes(word)) return { fit: 'part', field: 'name' };
  const [field] = texts.find(([, text]) => text.includes(word)) ?? [];
  return field === undefined ? undefined : { fit: 'text', field };
}
