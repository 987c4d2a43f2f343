import { BASH, type Current, FISH, POWERSHELL, splitLine, unquote } from './line.js';
import type { Suggestion } from './types.js';

/** Request of a shell: the words before the cursor without the program name, and the word under it. */
export interface Request {
  words: readonly string[];
  current: string;
  /** Only a file can follow, independent of the program. */
  redirects?: boolean;
  /** Files that archctl must list because the shell cannot do so correctly. */
  listsFiles?: 'all' | 'behind-at';
  /** Whether the word starts with an unquoted `~`, which the shell expands. */
  beginsAtHome?: boolean;
  /** Whether the shell can complete the command line of another program. */
  knowsPrograms?: boolean;
}

/** Protocol of a shell. Answers are lines; values and descriptions never contain a newline. */
export interface Shell<R extends Request = Request> {
  /** Parses the arguments of the script; undefined if they are invalid. */
  read(args: readonly string[]): R | undefined;
  /** Lines for the script. `suggestions` are clean and unique. */
  render(suggestions: readonly Suggestion[], request: R): string[];
}

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type ShellName = (typeof SHELLS)[number];

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
    const typedPrefix = typed.raw.slice(0, typed.raw.length - replaced.length);
    const prefix = unquote(typedPrefix, BASH);
    const alone = suggestions.length === 1;
    return [
      'words',
      ...suggestions.flatMap((suggestion) => {
        const { value, description, noSpace, isAtHome } = suggestion;
        if (!value.startsWith(prefix)) return [];
        const text = bashQuoted(value.slice(prefix.length), typed.quote, isAtHome && prefix === '');
        if (!alone) return [description && !inserts ? `${text}  (${description})` : text];
        // Bash closes an open quote itself, without a space.
        return [noSpace || typed.quote !== '' ? text : `${text} `];
      }),
    ];
  },
};

/** Quotes a text for bash inside the quote that is open. `isAtHome`: the leading `~` must be expanded. */
export function bashQuoted(text: string, quote: Current['quote'], isAtHome = false): string {
  if (quote === "'") return text.replaceAll("'", `'\\''`);
  // Inside double quotes, `!` triggers history expansion even with a backslash.
  if (quote === '"') return text.replace(/[$`"\\]/g, '\\$&').replaceAll('!', `"'!'"`);
  const escaped = text.replace(/[\s!"#$&'()*;<>?[\\\]^`{|}]/g, '\\$&');
  // Bash treats a word like `a=~/x:~/y` as an assignment and expands `~` after `=` and `:`.
  return escaped.replace(isAtHome ? /(?<=[=:])~/g : /(?<=^|[=:])~/g, '\\~');
}

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

/**
 * Protocol: the script passes the command line up to the cursor as Base64, because PowerShell before 7.3 changes quotes
 * in arguments. One line per candidate, separated by tabs: insertion, list entry, description.
 */
export const powershell: Shell = {
  read([encoded]) {
    if (encoded === undefined) return undefined;
    const line = Buffer.from(encoded, 'base64').toString('utf8');
    const { words, current } = splitLine(line.replace(/^\s*&\s*/, ''), POWERSHELL);
    return {
      words: words.slice(1),
      current: current.value,
      redirects: current.redirects,
      beginsAtHome: current.raw.startsWith('~'),
      listsFiles: 'all',
    };
  },
  render: (suggestions) =>
    suggestions.flatMap(({ kind, value, description, isAtHome }) =>
      kind === 'word' ? [[powershellQuoted(value, isAtHome), value, description || value].join('\t')] : [],
    ),
};

/** Quotes a value if PowerShell would interpret it; keeps a leading `~` for the home directory. */
const powershellQuoted = (value: string, isAtHome = false): string =>
  (isAtHome ? /^~[\w./:=+\\-]+$/ : /^[\w./:=+\\-]+$/).test(value) && !value.startsWith('-=')
    ? value
    : `'${value.replace(/['‘’‚‛]/g, '$&$&')}'`;
