/** A command line as typed, taken apart by the quoting rules of a shell. Nothing in it is expanded or run. */

export interface Line {
  /** Words in front of the cursor, the program first, quotes taken out. */
  words: string[];
  current: Current;
}

export interface Current {
  /** The word under the cursor up to it, quotes taken out. */
  value: string;
  /** The same as typed. */
  raw: string;
  /** The quote that is still open. */
  quote: Quote;
  /** It is the target of a redirection. */
  redirects: boolean;
}

export type Quote = '' | "'" | '"';

/** How a shell quotes. */
export interface Dialect {
  /** Takes the special meaning of the next character. */
  escape: '\\' | '`';
  /** Characters that the escape works on inside double quotes; elsewhere it stands for itself. */
  inDouble: string;
  /** The same inside single quotes. */
  inSingle: string;
  /** A doubled quote inside quotes is one. */
  doubles: boolean;
}

export const BASH: Dialect = { escape: '\\', inDouble: '$`"\\', inSingle: '', doubles: false };
export const FISH: Dialect = { escape: '\\', inDouble: '$"\\', inSingle: "'\\", doubles: false };
export const POWERSHELL: Dialect = { escape: '`', inDouble: '`"$', inSingle: '', doubles: true };

const BLANK = /[ \t\n]/;
const OPERATOR = /[|&;<>]/;

/** Takes apart the text up to the cursor. What stands in front of a `|`, `;` or `&` is another command's. */
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
      // The number of a file descriptor is no word.
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

/** What a part of a word means, its quotes taken out. */
export const unquote = (raw: string, dialect: Dialect): string =>
  splitLine(`x ${raw}`, dialect).current.value;
