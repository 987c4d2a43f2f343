import { wrap, wrapCommand } from '../cli/help/wrap.js';

/** The subset of roff that man pages need, with man(7) macros; works in groff, mandoc and older formatters. */

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  // Without these escapes a formatter may print typographic characters, which a shell does not accept.
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
};

/** Escapes a text for roff. Characters beyond ASCII become code points, independent of the locale. */
export const escaped = (text: string): string =>
  text
    .replace(/[\\\-'`^~"]/g, (character) => SPECIAL[character] ?? character)
    .replace(/[^\n\x20-\x7e]/gu, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      return `\\[u${code}]`;
    });

/** Width of input lines; the formatter wraps output to the terminal. */
const INPUT_WIDTH = 78;

/** Protects a line that starts with a dot, which would be a request. */
const guarded = (line: string): string => (line.startsWith('.') ? `\\&${line}` : line);

/** Running text, wrapped. */
export const wrappedText = (text: string): string =>
  wrap(escaped(text), INPUT_WIDTH).split('\n').map(guarded).join('\n');

/** A path that may be broken after each slash. */
export const breakablePath = (path: string): string => escaped(path).replaceAll('/', '/\\:');

export const bold = (text: string): string => `\\fB${escaped(text)}\\fR`;
export const italic = (text: string): string => `\\fI${escaped(text)}\\fR`;

export const heading = (title: string): string => `.SH ${quoted(title)}`;
/** A term (already in roff) and its description. */
export const entry = (term: string, text: string): string => `.TP\n${term}\n${wrappedText(text)}`;
/** A section with paragraphs between its parts. */
export const section = (title: string, ...parts: readonly string[]): string =>
  [
    heading(title),
    ...parts.filter(Boolean).flatMap((part, index) => (index === 0 ? [part] : ['.PP', part])),
  ].join('\n');

/** Command lines with a note above each. */
export const exampleLines = (examples: readonly { note: string; line: string }[]): string =>
  examples
    .map(({ note, line }) => {
      const command = escaped(wrapCommand(line, INPUT_WIDTH - 8))
        .split('\n')
        .map(guarded)
        .join('\n');
      return `${wrappedText(note.endsWith('?') ? note : `${note}:`)}\n.PP\n.nf\n${command}\n.fi`;
    })
    .join('\n.PP\n');

export const quoted = (text: string): string => `"${escaped(text)}"`;
