import type { Shell } from './shell.js';

/**
 * Protocol: the script passes the word under the cursor and the words before it, unquoted by zsh. First line of the
 * answer: `words`, `file N` or `directory N` with N characters before the path, or `program N` with N words from the
 * end. Then one line per candidate for `_describe`, prefixed with `+` if a space follows and `-` otherwise.
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
