import { foldCase } from '../../../base/text/words.js';
import { slugOf } from '../../document/propose-ids.js';

/** Slugs of technologies by folded name or slug. */
export type Catalog = ReadonlyMap<string, string>;

export interface Technologies {
  slugs: readonly string[];
  /** Texts that name no technology of the catalog. */
  unknown: readonly string[];
}

/** Separators of the list. */
const SEPARATOR = /[,/;|]|\s[+&]\s/;
/** Separator words: `Safari, or Edge`. */
const CONJUNCTION = /(?:^|\s+)(?:and|or)\s+/i;
/** A longer text is a description; its slug would be truncated. */
const MAX_NAME_LENGTH = 48;

/**
 * Parses the technologies in a text: `Java, Spring Boot and Redis`.
 *
 *     list        = item { separator item }            separator   = "," | "/" | ";" | "|" | " + " | " & "
 *     item        = name { conjunction name }          conjunction = "and" | "or"
 *
 * Names of the catalog take precedence: a name may contain a separator. Without a catalog, slugs are derived from names.
 */
export function technologiesIn(text: string | undefined, catalog?: Catalog): Technologies {
  const slugs = new Set<string>();
  const unknown: string[] = [];
  /** Looks a name up; if it is unknown, splits it and looks up the parts. */
  const add = (name: string, separators: readonly RegExp[]): void => {
    if (name === '') return;
    const [separator, ...more] = separators;
    const slug = catalog?.get(foldCase(name)) ?? (catalog || separator ? undefined : slugOfName(name));
    if (slug) slugs.add(slug);
    else if (separator) for (const part of name.split(separator)) add(part.trim(), more);
    else unknown.push(name);
  };
  add(text?.trim() ?? '', [SEPARATOR, CONJUNCTION]);
  return { slugs: [...slugs], unknown };
}

/** Returns `c-sharp` for `C#`; empty if no letter is left, or if the text is too long for a name. */
const slugOfName = (name: string): string =>
  [...name].length > MAX_NAME_LENGTH
    ? ''
    : slugOf(name.replaceAll('#', ' sharp').replaceAll('+', ' plus'), '');
