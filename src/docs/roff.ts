import { wrap, wrapCommand } from '../cli/help/wrap.js';

/** As much of roff as man pages need, with man(7) macros: they work in groff, mandoc and every older `man`. */

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  // Without these a formatter may print typographic characters, which a shell does not take.
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
};

/** Text as roff prints it unchanged; beyond ASCII as code points, so that no locale can spoil it. */
export const escaped = (text: string): string =>
  text
    .replace(/[\\\-'`^~"]/g, (character) => SPECIAL[character] ?? character)
    .replace(/[^\n\x20-\x7e]/gu, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      return `\\[u${code}]`;
    });

/** Line of input, as formatters like them; what they print is as wide as the terminal. */
const INPUT_WIDTH = 78;

/** A line that begins with a dot would be read as a request. */
const guarded = (line: string): string => (line.startsWith('.') ? `\\&${line}` : line);

/** Running text; a line feed begins a new line of input only. */
export const lines = (text: string): string =>
  wrap(escaped(text), INPUT_WIDTH).split('\n').map(guarded).join('\n');

/** A path that may go on in the next line behind each slash. */
export const breakable = (path: string): string => escaped(path).replaceAll('/', '/\\:');

export const bold = (text: string): string => `\\fB${escaped(text)}\\fR`;
export const italic = (text: string): string => `\\fI${escaped(text)}\\fR`;

export const heading = (title: string): string => `.SH ${quoted(title)}`;
/** A term, already roff, and what it means. */
export const entry = (term: string, text: string): string => `.TP\n${term}\n${lines(text)}`;
/** A section; paragraphs stand between its parts. */
export const section = (title: string, ...parts: readonly string[]): string =>
  [
    heading(title),
    ...parts.filter(Boolean).flatMap((part, index) => (index === 0 ? [part] : ['.PP', part])),
  ].join('\n');

/** Command lines with a remark above each, as they are typed. */
export const typed = (examples: readonly { note: string; line: string }[]): string =>
  examples
    .map(({ note, line }) => {
      const command = escaped(wrapCommand(line, INPUT_WIDTH - 8))
        .split('\n')
        .map(guarded)
        .join('\n');
      return `${lines(note.endsWith('?') ? note : `${note}:`)}\n.PP\n.nf\n${command}\n.fi`;
    })
    .join('\n.PP\n');

export const quoted = (text: string): string => `"${escaped(text)}"`;
