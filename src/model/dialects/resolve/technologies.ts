import { foldCase } from '../../../base/text/words.js';
import { slugOf } from '../../document/propose-ids.js';

/** Slugs of technologies by folded name or slug. */
export type Catalog = ReadonlyMap<string, string>;

export interface Technologies {
  slugs: readonly string[];
  /** Texts that name no technology of the catalog. */
  unknown: readonly string[];
}

/** Separators; some names contain one themselves and are looked up first. */
const BETWEEN = /[,/;|]|\s[+&]\s/;
/** Separator words: `Safari, or Edge`. */
const CONJUNCTION = /(?:^|\s+)(?:and|or)\s+/i;
/** A longer text is a description; its slug would be truncated. */
const LONGEST_NAME = 48;

/**
 * Parses the technologies in a text: `Java, Spring Boot and Redis`. Without a catalog, slugs are made of names in the
 * way of the catalog.
 */
export function technologiesIn(text: string | undefined, catalog?: Catalog): Technologies {
  const slugs = new Set<string>();
  const unknown: string[] = [];
  /** Looks a name up; if it is unknown, splits it and looks up the parts. */
  const add = (name: string, separators: readonly RegExp[]): void => {
    if (name === '') return;
    const [separator, ...more] = separators;
    const slug = catalog?.get(foldCase(name)) ?? (catalog || separator ? undefined : madeSlug(name));
    if (slug) slugs.add(slug);
    else if (separator) for (const part of name.split(separator)) add(part.trim(), more);
    else unknown.push(name);
  };
  add(text?.trim() ?? '', [BETWEEN, CONJUNCTION]);
  return { slugs: [...slugs], unknown };
}

/** Returns `c-sharp` for `C#`; empty if no letter is left, or if the text is too long for a name. */
const madeSlug = (name: string): string =>
  [...name].length > LONGEST_NAME ? '' : slugOf(name.replaceAll('#', ' sharp').replaceAll('+', ' plus'), '');
