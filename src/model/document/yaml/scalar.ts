/**
 * Formats texts as YAML scalars: plain if every YAML parser reads them as text, otherwise in double quotes with
 * invisible characters escaped.
 */

/** Starts with a letter and contains no YAML indicators. */
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N} _.;'"()/&+*!?%@=<>~^$,:#[\]{}|-]*$/u;
/** Exceptions that have a meaning within plain text: a key, a comment, trailing space. */
const NOT_PLAIN = /:(?:[ ,[\]{}]|$)|\s#| $/;
const NOT_PLAIN_IN_FLOW = /[,[\]{}]/;
/** Words that some YAML parsers do not read as text, in any case. */
const WORDS = /^(?:null|true|false|yes|no|on|off|nan|inf|infinity)$/i;

/** Invisible characters, and those that are displayed differently. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\u0085]/gu;

export const isPlain = (text: string, inFlow: boolean): boolean =>
  PLAIN.test(text) && !NOT_PLAIN.test(text) && !WORDS.test(text) && !(inFlow && NOT_PLAIN_IN_FLOW.test(text));

/** A text on one line. */
export const scalarOf = (text: string, inFlow: boolean): string =>
  isPlain(text, inFlow) ? text : quoted(text);

/** A text in double quotes. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(HIDDEN, (character) => escaped(character.codePointAt(0) ?? 0));

const escaped = (code: number): string =>
  code > 0xff_ff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;

/**
 * Formats a text of several lines as a literal block: its header, and its lines. Undefined for a text that would not be
 * read back unchanged.
 */
export function literalOf(text: string, indent: string): { head: string; lines: string[] } | undefined {
  if (!text.includes('\n')) return undefined;
  const ends = text.endsWith('\n');
  const body = ends ? text.slice(0, -1) : text;
  if (!isLiteral(body)) return undefined;
  return {
    head: ends ? '|' : '|-',
    lines: body.split('\n').map((line) => (line === '' ? '' : indent + line)),
  };
}

const isLiteral = (body: string): boolean =>
  /^\S/.test(body) &&
  !body.endsWith('\n') &&
  body.split('\n').every((line) => line === '' || (/\S/.test(line) && !HIDDEN_LINE.test(line)));

/** Like `HIDDEN`, without tabs. */
const HIDDEN_LINE = /(?!\t)[\p{C}\p{Zl}\p{Zp}]/u;
