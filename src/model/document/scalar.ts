/**
 * Texts as YAML: plain where every reader of YAML takes them for a text, else in double quotes with all that does not
 * show written out.
 */

/** What begins with a letter and holds nothing that means something to YAML. */
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N} _.;'"()/&+*!?%@=<>~^$,:#[\]{}|-]*$/u;
/** What means something inside of it after all: a key, a comment, a space nobody sees. */
const NOT_PLAIN = /:(?:[ ,[\]{}]|$)|\s#| $/;
const NOT_PLAIN_IN_FLOW = /[,[\]{}]/;
/** What some reader of YAML takes for no text, in any spelling. */
const WORDS = /^(?:null|true|false|yes|no|on|off|nan|inf|infinity)$/i;

/** What does not show, or not everywhere as itself. */
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
 * A text of several lines as a literal block: what stands behind its key, and its lines. Undefined for one that would not
 * be read back as it is.
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

/** As `HIDDEN`; tabs show. */
const HIDDEN_LINE = /(?!\t)[\p{C}\p{Zl}\p{Zp}]/u;
