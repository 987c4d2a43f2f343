/** Lexer for a typed command line, following the quoting rules of a shell. Expands and runs nothing. */

export interface Line {
  /** Unquoted words before the cursor, including the program. */
  words: string[];
  current: Current;
}

export interface Current {
  /** Unquoted text of the word under the cursor, up to the cursor. */
  value: string;
  /** The same text as typed. */
  raw: string;
  /** Quote that is still open. */
  quote: Quote;
  /** Whether the word is the target of a redirection. */
  redirects: boolean;
}

export type Quote = '' | "'" | '"';

/** Quoting rules of a shell. */
export interface Dialect {
  escape: '\\' | '`';
  /** Characters that can be escaped inside double quotes. */
  inDouble: string;
  /** Characters that can be escaped inside single quotes. */
  inSingle: string;
  /** Whether a doubled quote inside quotes is a literal quote. */
  doubles: boolean;
}

export const BASH: Dialect = { escape: '\\', inDouble: '$`"\\', inSingle: '', doubles: false };
export const FISH: Dialect = { escape: '\\', inDouble: '$"\\', inSingle: "'\\", doubles: false };
export const POWERSHELL: Dialect = { escape: '`', inDouble: '`"$', inSingle: '', doubles: true };

const BLANK = /[ \t\n]/;
const OPERATOR = /[|&;<>]/;

/** Splits the text up to the cursor. Ignores commands before `|`, `;` or `&`. */
export function splitLine(text: string, dialect: Dialect): Line {
  let words: string[] = [];
  let value = '';
  let raw = '';
  let quote: Quote = '';
  let isRedirect = false;
  const end = (): void => {
    if (raw === '') return;
    if (!isRedirect) words.push(value);
    isRedirect = false;
    value = raw = '';
  };
  for (let index = 0; index < text.length; index++) {
    const char = text[index] as string;
    const next = text[index + 1];
    if (quote === '' && BLANK.test(char)) end();
    else if (quote === '' && OPERATOR.test(char)) {
      // The number of a file descriptor is not a word.
      if (/^\d+$/.test(raw)) value = raw = '';
      end();
      isRedirect = char === '<' || char === '>';
      if (!isRedirect && !/[<>]/.test(text[index - 1] ?? '')) words = [];
    } else if (char === dialect.escape && escapes(quote, next, dialect)) {
      if (next !== undefined && next !== '\n') value += next;
      raw += char + (next ?? '');
      index++;
    } else if (quote !== '' && char === quote) {
      raw += char;
      if (dialect.doubles && next === quote) {
        value += quote;
        raw += next;
        index++;
      } else quote = '';
    } else if (quote === '' && (char === '"' || char === "'")) {
      raw += char;
      quote = char;
    } else {
      value += char;
      raw += char;
    }
  }
  return {
    words: words.slice(words.findIndex((word) => !/^\w+=/.test(word))),
    current: { value, raw, quote, redirects: isRedirect },
  };
}

function escapes(quote: Quote, next: string | undefined, { inDouble, inSingle }: Dialect): boolean {
  if (quote === '') return true;
  return next !== undefined && (quote === '"' ? inDouble : inSingle).includes(next);
}

export const unquote = (raw: string, dialect: Dialect): string =>
  splitLine(`x ${raw}`, dialect).current.value;
