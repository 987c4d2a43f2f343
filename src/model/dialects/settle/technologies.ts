import { folded } from '../../../base/words.js';
import { slugOf } from '../../document/propose-ids.js';

/** Slugs of technologies by their name or slug, both folded. */
export type Catalog = ReadonlyMap<string, string>;

export interface Technologies {
  slugs: readonly string[];
  /** Texts that do not name a technology, or not one of the catalog. */
  unknown: readonly string[];
}

/** Signs between names; some names have one themselves and are looked up first. */
const BETWEEN = /[,/;|]|\s[+&]\s/;
/** Words between names: `Safari, or Edge`. */
const CONJUNCTION = /(?:^|\s+)(?:and|or)\s+/i;
/** A longer name is a description; a slug would be cut. */
const LONGEST_NAME = 48;

/**
 * The technologies that a text names: `Java, Spring Boot and Redis`. Without a catalog the slugs are made of the names, as
 * the catalog makes its own.
 */
export function technologiesIn(text: string | undefined, catalog?: Catalog): Technologies {
  const slugs = new Set<string>();
  const unknown: string[] = [];
  /** Looks a name up, and what it consists of if it is unknown. */
  const add = (name: string, separators: readonly RegExp[]): void => {
    if (name === '') return;
    const [separator, ...more] = separators;
    const slug = catalog?.get(folded(name)) ?? (catalog || separator ? undefined : madeSlug(name));
    if (slug) slugs.add(slug);
    else if (separator) for (const part of name.split(separator)) add(part.trim(), more);
    else unknown.push(name);
  };
  add(text?.trim() ?? '', [BETWEEN, CONJUNCTION]);
  return { slugs: [...slugs], unknown };
}

/** `c-sharp` of `C#`; empty where no letter is left, or the text is too long for a name. */
const madeSlug = (name: string): string =>
  [...name].length > LONGEST_NAME ? '' : slugOf(name.replaceAll('#', ' sharp').replaceAll('+', ' plus'), '');
