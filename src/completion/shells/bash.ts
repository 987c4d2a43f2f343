import { BASH, type Current, splitLine, unquote } from '../line.js';
import type { Request, Shell } from './shell.js';

interface BashRequest extends Request {
  typed: Current;
  /** End of the typed word that bash replaces: the text after its last `=`, `:` or open quote. */
  replaced: string;
  /** Whether bash inserts candidates one after another; descriptions would then end up on the line. */
  inserts: boolean;
}

/** Values of COMP_TYPE for menu-complete and insert-completions. */
const INSERTING = ['37', '42'];

/**
 * Protocol: the script passes the line up to the cursor, the text that bash replaces, COMP_TYPE, and `compopt` if that
 * builtin exists. First line of the answer: `words`, `file`, `directory` or `program`.
 */
export const bash: Shell<BashRequest> = {
  read([line, replaced, type, compopt]) {
    if (line === undefined || replaced === undefined) return undefined;
    const { words, current } = splitLine(line, BASH);
    return {
      words: words.slice(1),
      current: current.value,
      redirects: current.redirects,
      // After an `@` bash completes host names.
      listsFiles: compopt === 'compopt' ? 'behind-at' : 'all',
      beginsAtHome: current.raw.startsWith('~'),
      typed: current,
      // Directly after `=` or `:` bash passes that character and replaces nothing.
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
        // Bash closes an open quote itself, without a space.
        return [noSpace || typed.quote !== '' ? text : `${text} `];
      }),
    ];
  },
};

/** Quotes a text for bash inside the quote that is open. `isAtHome`: the leading `~` must be expanded. */
export function quoted(text: string, quote: Current['quote'], isAtHome = false): string {
  if (quote === "'") return text.replaceAll("'", `'\\''`);
  // Inside double quotes, `!` triggers history expansion even with a backslash.
  if (quote === '"') return text.replace(/[$`"\\]/g, '\\$&').replaceAll('!', `"'!'"`);
  const escaped = text.replace(/[\s!"#$&'()*;<>?[\\\]^`{|}]/g, '\\$&');
  // Bash treats a word like `a=~/x:~/y` as an assignment and expands `~` after `=` and `:`.
  return escaped.replace(isAtHome ? /(?<=[=:])~/g : /(?<=^|[=:])~/g, '\\~');
}
