import { folded } from '../../../base/words.js';
import { slugOf } from '../../document/propose-ids.js';

/** Slugs of technologies by their name or slug, both folded. */
export type Catalog = ReadonlyMap<string, string>;

export interface Technologies {
  slugs: readonly string[];
  /** Words that no technology of the catalog is called by. */
  unknown: readonly string[];
}

/** Where a text names several; some names hold such a sign themselves, and are looked up first. */
const BETWEEN = /[,/;|]/;

/**
 * The technologies that a text names: `Java, Spring Boot`. Without a catalog the slugs are made of the names, as the catalog
 * makes its own.
 */
export function technologiesIn(text: string | undefined, catalog?: Catalog): Technologies {
  const words = text?.trim() ?? '';
  if (words === '') return { slugs: [], unknown: [] };
  const whole = catalog?.get(folded(words));
  if (whole !== undefined) return { slugs: [whole], unknown: [] };
  const slugs = new Set<string>();
  const unknown: string[] = [];
  for (const part of words.split(BETWEEN)) {
    const name = part.trim();
    if (name === '') continue;
    const slug = catalog ? catalog.get(folded(name)) : slugOf(name, '');
    if (slug) slugs.add(slug);
    else unknown.push(name);
  }
  return { slugs: [...slugs], unknown };
}
