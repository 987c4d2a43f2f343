import type { Shell } from './shell.js';

/**
 * The script hands over the word under the cursor and the words in front of it, unquoted by zsh. First line of the
 * answer: `words`, `file N` or `directory N`, N the characters in front of the path, or `program N`, N words from the
 * end. Then a line for each candidate, as `_describe` takes them, with `+` in front where a space follows, else `-`.
 */
export const zsh: Shell = {
  read([current, ...words]) {
    return current === undefined ? undefined : { current, words, knowsPrograms: true };
  },
  render(suggestions) {
    const [first] = suggestions;
    if (first?.kind === 'program') return [`program ${first.words?.length ?? 1}`];
    if (first && first.kind !== 'word') return [`${first.kind} ${first.prefix?.length ?? 0}`];
    return [
      'words',
      ...suggestions.map(({ value, description, noSpace }) => {
        const text = value.replace(/[\\:]/g, '\\$&');
        const meaning = description?.replaceAll('\\', '\\\\');
        return `${noSpace ? '-' : '+'}${text}${meaning ? `:${meaning}` : ''}`;
      }),
    ];
  },
};
