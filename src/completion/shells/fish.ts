import { FISH, splitLine } from '../line.js';
import type { Shell } from './shell.js';

/**
 * Protocol: the script passes the command line up to the cursor. The answer is `words` and one line per candidate with
 * its description after a tab; or `program` and the command line to complete instead.
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

/** A fish command line without expansions. The last word stays open for fish to complete. */
const lineOf = (words: readonly string[]): string =>
  words.map((word) => `'${word.replace(/['\\]/g, '\\$&')}`).join("' ");
