import { FISH, splitLine } from '../line.js';
import type { Shell } from './shell.js';

/**
 * The script hands over the command line up to the cursor. The answer is `words` and a line for each candidate, its
 * description behind a tab; or `program` and the command line that is to be completed in its place.
 */
export const fish: Shell = {
  read([line]) {
    if (line === undefined) return undefined;
    const { words, current } = splitLine(line, FISH);
    return {
      words: words.slice(1),
      current: current.value,
      redirects: current.redirects,
      beginsAtHome: current.raw.startsWith('~'),
      listsFiles: 'all',
      knowsPrograms: true,
    };
  },
  render(suggestions) {
    const [first] = suggestions;
    if (first?.kind === 'program') return ['program', lineOf(first.words ?? [])];
    return [
      'words',
      ...suggestions.map(({ value, description }) => (description ? `${value}\t${description}` : value)),
    ];
  },
};

/** The words of a fish line, in which nothing is expanded. The last stays open, for fish to go on with. */
const lineOf = (words: readonly string[]): string =>
  words.map((word) => `'${word.replace(/['\\]/g, '\\$&')}`).join("' ");
