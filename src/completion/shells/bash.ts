import { BASH, type Current, splitLine, unquote } from '../line.js';
import type { Request, Shell } from './shell.js';

interface BashRequest extends Request {
  typed: Current;
  /** The end of the typed word that bash replaces: what follows its last `=`, `:` or open quote. */
  replaced: string;
  /** It inserts one candidate after another: descriptions would land on the line. */
  inserts: boolean;
}

/** Tab with menu-complete, and insert-completions, as COMP_TYPE tells them. */
const INSERTING = ['37', '42'];

/**
 * The script hands over the line up to the cursor, the text that bash replaces, COMP_TYPE, and `compopt` where there is
 * such a builtin. First line of the answer: `words`, `file`, `directory` or `program`.
 */
export const bash: Shell<BashRequest> = {
  read([line, replaced, type, compopt]) {
    if (line === undefined || replaced === undefined) return undefined;
    const { words, current } = splitLine(line, BASH);
    return {
      words: words.slice(1),
      current: current.value,
      redirects: current.redirects,
      // Behind an `@` bash looks for hosts.
      listsFiles: compopt === 'compopt' ? 'behind-at' : 'all',
      beginsAtHome: current.raw.startsWith('~'),
      typed: current,
      // Right behind a `=` or `:` bash names that character, and replaces nothing.
      replaced: /^[=:]+$/.test(replaced) || !current.raw.endsWith(replaced) ? '' : replaced,
      inserts: INSERTING.includes(type ?? ''),
    };
  },
  render(suggestions, request) {
    const [first] = suggestions;
    if (first && first.kind !== 'word') {
      return [first.kind];
    }
    const { typed, replaced, inserts } = request;
    const kept = typed.raw.slice(0, typed.raw.length - replaced.length);
    const prefix = unquote(kept, BASH);
    const alone = suggestions.length === 1;
    return [
      'words',
      ...suggestions.flatMap((suggestion) => {
        const { value, description, noSpace, isAtHome } = suggestion;
        if (!value.startsWith(prefix)) return [];
        const text = quoted(value.slice(prefix.length), typed.quote, isAtHome && prefix === '');
        if (!alone) return [description && !inserts ? `${text}  (${description})` : text];
        // Bash closes an open quote itself, with no space behind it.
        return [noSpace || typed.quote !== '' ? text : `${text} `];
      }),
    ];
  },
};

/** The text as it must stand on a bash line, inside the quote that is open there. `isAtHome`: its first `~` is to be read. */
export function quoted(text: string, quote: Current['quote'], isAtHome = false): string {
  if (quote === "'") return text.replaceAll("'", `'\\''`);
  // Inside double quotes a `!` would call the history, with a backslash or without.
  if (quote === '"') return text.replace(/[$`"\\]/g, '\\$&').replaceAll('!', `"'!'"`);
  const escaped = text.replace(/[\s!"#$&'()*;<>?[\\\]^`{|}]/g, '\\$&');
  // Bash takes a word like `a=~/x:~/y` for an assignment, and a `~` behind its `=` and `:` for a directory.
  return escaped.replace(isAtHome ? /(?<=[=:])~/g : /(?<=^|[=:])~/g, '\\~');
}
