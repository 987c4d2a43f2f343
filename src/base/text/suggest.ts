import { isWordFor, singularOf, synonymsOf } from '../meanings.js';
import { alternatives } from './words.js';

const MAX_LISTED = 12;

/** A value that is not among the allowed ones. The message completes a sentence that names the option or field. */
export class InvalidChoiceError extends Error {
  /** Hint with similar values and, if the message does not list all values, with `--help` of `command`. */
  readonly hint: (command: string) => string | undefined;

  constructor(
    readonly given: string,
    values: readonly string[],
  ) {
    const isLong = values.length > MAX_LISTED;
    super(`"${given}" is not one of ${isLong ? `its ${values.length} values` : values.join(', ')}`);
    const suggestions = suggestionsFor(given.toLowerCase(), values);
    this.hint = (command) =>
      [
        suggestions.length === 0 ? '' : `Did you mean ${alternatives(suggestions.map((it) => `"${it}"`))}?`,
        isLong ? `"${command} --help" lists them all.` : '',
      ]
        .filter(Boolean)
        .join(' ') || undefined;
  }
}

const MAX_SUGGESTIONS = 3;

/**
 * Values that the user probably meant: those that contain every word of the input (`object-created` matches
 * `model-object-create`) and the fewest other words, otherwise the nearest by edit distance.
 */
function suggestionsFor(typed: string, values: readonly string[]): readonly string[] {
  const synonyms = values.filter((value) => isWordFor(typed, value));
  if (synonyms.length > 0) return synonyms;
  const words = typed.split(/[^a-z0-9]+/).filter(Boolean);
  const candidates = values.map((value) => ({ value, parts: value.split('-') }));
  const matching = candidates.filter(
    ({ parts }) => words.length > 0 && words.every((word) => parts.some((part) => isSameWord(word, part))),
  );
  const fewest = Math.min(...matching.map(({ parts }) => parts.length));
  const found = matching.filter(({ parts }) => parts.length === fewest).map(({ value }) => value);
  if (found.length > 0 && found.length <= MAX_SUGGESTIONS) return found;
  const near = nearest(typed, values);
  return near === undefined ? [] : [near];
}

/** Whether two words are equal, except for a plural or past-tense ending, or are synonyms. */
function isSameWord(typed: string, part: string): boolean {
  const stems = [typed, singularOf(typed), typed.replace(/e?d$/, ''), typed.replace(/d$/, '')];
  return stems.some((it) => it === part || synonymsOf(it).includes(part) || isWordFor(it, part));
}

/** The nearest candidate by edit distance, within about a third of the input's length; of equally near ones the shortest. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bound = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = candidate.startsWith(typed) && typed.length > 1 ? 1 : editDistance(typed, candidate);
    if (distance < bound || (distance === bound && candidate.length < (best?.length ?? 0))) {
      best = candidate;
      bound = distance;
    }
  }
  return best;
}

/** Damerau–Levenshtein distance. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
