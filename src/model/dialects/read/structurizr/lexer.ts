import type { SourceFile } from '../../../document/read.js';
import type { Diagnostics } from '../../diagnostics.js';

/**
 * Lexer of DSL files: words, and statements made of words, each with its source location.
 *
 *     statement = { word } ( line break | "{" ) | "}"
 *     word      = bare | '"' { character | escape } '"' | three double quotes, lines, three double quotes
 *     escape    = '\\"' | "\\n" | "\\" line break
 *     comment   = "//" rest of line | "#" rest of line, at the start of a statement | "/*" … "*" "/"
 *
 * A backslash before a line break joins the lines.
 */

export interface Word {
  text: string;
  /** Quoted: never a sign or a keyword. */
  quoted: boolean;
  from: number;
  to: number;
}

export interface Statement {
  file: string;
  /** Without the brace that opens a block. */
  words: readonly Word[];
  opens: boolean;
  /** Whether it is the brace that closes a block. */
  closes: boolean;
}

const TEXT_BLOCK = '"""';
/** Runs without a token; the lexer then looks at the next character. */
const BLANKS = /[^\S\n]+/y;
const BARE = /[^\s\\]+/y;
const QUOTED = /[^"\\\n]+/y;

const MAX_WORDS = 10_000;

/** Reads the statements of a file one by one, since a file may be large. */
export class Lexer {
  readonly file: SourceFile;
  readonly #text: string;
  readonly #diagnostics: Diagnostics;
  #at = 0;

  constructor(file: SourceFile, diagnostics: Diagnostics) {
    this.file = file;
    this.#text = file.text;
    this.#diagnostics = diagnostics;
  }

  /** The next statement; undefined at the end. */
  next(): Statement | undefined {
    const words: Word[] = [];
    const statement = (opens: boolean, closes = false): Statement => ({
      file: this.file.path,
      words,
      opens,
      closes,
    });
    while (this.#toWord(words.length === 0)) {
      if (this.#text[this.#at] === '\n') {
        this.#at += 1;
        if (words.length > 0) return statement(false);
        continue;
      }
      const before = this.#at;
      if (words.length >= MAX_WORDS) {
        this.#report('The line has too many words.', before, before, 'Split the line.');
        return statement(false);
      }
      const word = this.#word();
      if (word.quoted) words.push(word);
      else if (word.text === '{') return statement(true);
      else if (word.text === '}') {
        if (words.length === 0) {
          words.push(word);
          return statement(false, true);
        }
        this.#at = before;
        return statement(false);
      } else if (opensAtItsEnd(word)) {
        words.push({ ...word, text: word.text.slice(0, -1), to: word.to - 1 });
        return statement(true);
      } else words.push(word);
    }
    return words.length > 0 ? statement(false) : undefined;
  }

  /** Skips to the line after a closing brace on its own line; the lines in between are not DSL. */
  skipRaw(): void {
    const from = this.#at;
    while (this.#at < this.#text.length) {
      const found = this.#text.indexOf('\n', this.#at);
      const end = found === -1 ? this.#text.length : found;
      const isLast = this.#text.slice(this.#at, end).trim() === '}';
      this.#at = end + 1;
      if (isLast) return;
    }
    this.#report('A script is not closed.', from, from, 'Close it with a line that contains only "}".');
  }

  #report(message: string, from: number, to: number, hint: string): void {
    this.#diagnostics.error(message, { file: this.file.path, from, to }, hint);
  }

  /** Skips to the next word or line end; false at the end of the text. */
  #toWord(isFirst: boolean): boolean {
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? '';
      const joined = this.#joinedLine(this.#at);
      if (joined !== undefined) this.#at = joined;
      else if (char === '#' && isFirst) this.#toLineEnd();
      else if (this.#text.startsWith('//', this.#at)) this.#toLineEnd();
      else if (this.#text.startsWith('/*', this.#at)) this.#behindComment();
      else {
        const behind = this.#behind(BLANKS, this.#at);
        if (behind === this.#at) return true;
        this.#at = behind;
      }
    }
    return false;
  }

  /** End of the run that begins here. */
  #behind(run: RegExp, at: number): number {
    run.lastIndex = at;
    return run.test(this.#text) ? run.lastIndex : at;
  }

  #toLineEnd(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }

  #behindComment(): void {
    const end = this.#text.indexOf('*/', this.#at + 2);
    if (end === -1) this.#report('A comment is not closed.', this.#at, this.#at + 2, 'Close it with "*/".');
    this.#at = end === -1 ? this.#text.length : end + 2;
  }

  /** Position after an escaped line break; undefined if there is none. */
  #joinedLine(at: number): number | undefined {
    if (this.#text[at] !== '\\') return undefined;
    const end = this.#text[at + 1] === '\r' ? at + 2 : at + 1;
    if (this.#text[end] !== '\n') return undefined;
    return this.#behind(BLANKS, end + 1);
  }

  #word(): Word {
    if (this.#text.startsWith(TEXT_BLOCK, this.#at)) return this.#textBlock();
    return this.#text[this.#at] === '"' ? this.#quoted() : this.#bare();
  }

  /** Reads an unquoted word; a joined line continues it as if there were no line break. */
  #bare(): Word {
    const from = this.#at;
    const parts: string[] = [];
    let start = from;
    let at = from;
    for (;;) {
      at = this.#behind(BARE, at);
      if (this.#text[at] !== '\\') break;
      const next = this.#joinedLine(at);
      if (next !== undefined) {
        parts.push(this.#text.slice(start, at));
        start = next;
      }
      at = next ?? at + 1;
    }
    parts.push(this.#text.slice(start, at));
    this.#at = at;
    return { text: parts.join(''), quoted: false, from, to: at };
  }

  #quoted(): Word {
    const from = this.#at;
    const parts: string[] = [];
    let start = from + 1;
    let at = start;
    for (;;) {
      at = this.#behind(QUOTED, at);
      if (this.#text[at] !== '\\') break;
      const next = this.#escaped(at);
      if (next) {
        parts.push(this.#text.slice(start, at), next.text);
        start = next.to;
      }
      at = next ? next.to : at + 1;
    }
    parts.push(this.#text.slice(start, at));
    const isClosed = this.#text[at] === '"';
    if (!isClosed)
      this.#report('A text has no closing quote.', from, at, 'Close the text with " on the same line.');
    this.#at = isClosed ? at + 1 : at;
    return { text: parts.join(''), quoted: true, from, to: this.#at };
  }

  /** Decodes an escape sequence; undefined for a literal backslash. */
  #escaped(at: number): { text: string; to: number } | undefined {
    const next = this.#text[at + 1];
    if (next === '"') return { text: '"', to: at + 2 };
    if (next === 'n') return { text: '\n', to: at + 2 };
    const joined = this.#joinedLine(at);
    return joined === undefined ? undefined : { text: '', to: joined };
  }

  #textBlock(): Word {
    const from = this.#at;
    const start = from + TEXT_BLOCK.length;
    const found = this.#text.indexOf(TEXT_BLOCK, start);
    const end = found === -1 ? this.#text.length : found;
    if (found === -1)
      this.#report(
        'A text block is not closed.',
        from,
        start,
        `Close it with a line that ends with ${TEXT_BLOCK}.`,
      );
    this.#at = found === -1 ? end : end + TEXT_BLOCK.length;
    return { text: unindented(this.#text.slice(start, end)), quoted: true, from, to: this.#at };
  }
}

const opensAtItsEnd = ({ text }: Word): boolean =>
  text.length > 1 && text.endsWith('{') && !text.endsWith('${');

/** Lines of a text block, without the indent of the first line. */
function unindented(text: string): string {
  const lines = text.split(/\r?\n/);
  if (lines[0]?.trim() === '') lines.shift();
  const indent = /^\s*/.exec(lines[0] ?? '')?.[0].length ?? 0;
  const without = (line: string): string =>
    line.slice(Math.min(indent, line.length - line.trimStart().length));
  return lines.map(without).join('\n').trimEnd();
}
