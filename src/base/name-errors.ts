import { ArchctlError, usageError } from './errors.js';
import type { NameIndex } from './name-index.js';
import { alternatives } from './text/words.js';

/** Maximum number of records listed for an ambiguous name. */
const MAX_LISTED = 12;

/** The text that was looked up. */
export interface Typed {
  /** Kind of record within a sentence: `object`. */
  word: string;
  text: string;
  /** Option or argument with the text, for messages. */
  source?: string;
}

/** Facts are on their own line below the path. */
const FACTS_INDENT = ' '.repeat(6);

const placeOf = ({ source = '' }: Typed): string => (source === '' ? '' : ` (${source})`);

/** @param nearest similar names, with quotes. @param elsewhere hint if there are none. */
export function unknownName(typed: Typed, nearest: readonly string[], elsewhere?: string): ArchctlError {
  const hint = nearest.length > 0 ? `Did you mean ${alternatives(nearest)}?` : elsewhere;
  return new ArchctlError('not-found', `There is no ${typed.word} "${typed.text}"${placeOf(typed)}.`, {
    hint,
  });
}

/**
 * The hint lists the records with their ids.
 * @param factsOf Facts that distinguish a record from the others, such as its author and date.
 */
export function ambiguousName(
  typed: Typed,
  index: NameIndex,
  ids: readonly string[],
  factsOf: (id: string) => string = () => '',
): ArchctlError {
  const lines = ids.slice(0, MAX_LISTED).map((id) => {
    const word = index.wordFor(id);
    const shown = word === id ? `${index.choiceOf(id)} (by id only)` : word;
    const facts = factsOf(id);
    return `  ${id}  ${shown}${facts === '' ? '' : `\n${FACTS_INDENT}${facts}`}`;
  });
  const more = ids.length > MAX_LISTED ? [`  and ${ids.length - MAX_LISTED} more`] : [];
  return usageError(
    `Several records are named "${typed.text}"${placeOf(typed)}; pass the path or id of the ${typed.word}.`,
    { hint: ['Matches:', ...lines, ...more].join('\n') },
  );
}
