/** How well a text that somebody looks for fits what a record says of itself. Pure. */

/** How it fits, the best first; `text` is one that stands below the name: a caption, a description. */
export const FITS = ['exact', 'prefix', 'word', 'part', 'text'] as const;
export type Fit = (typeof FITS)[number];

export interface Match {
  fit: Fit;
  /** The field that it was found in. */
  field: string;
}

/** Case and accents do not count. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Where the text stands: whole or in front in the name, else each of its words at the beginning of one of the name, in
 * it, or in a text below. The word that fits worst decides; undefined where one is missing, or there is none.
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
