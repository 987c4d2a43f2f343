import type { Place } from '../../../document/element.js';
import type { SourceFile } from '../../../document/read.js';
import { truncate } from '../../../validate/rule.js';
import type { Source } from './source.js';

/** Lexer of LikeC4 files: dotted names, texts, tags and signs, each with its source location. */

export interface Token {
  /** `name`: a name, a keyword, a number, or a dotted path; `kind`: `.uses`; `end`: end of the file. */
  is: 'name' | 'text' | 'tag' | 'kind' | 'sign' | 'end';
  text: string;
  from: number;
  to: number;
}

/** Parses one statement of a block between braces, and returns the block that the next brace opens. */
export type Block = (tokens: Tokens) => Block | undefined;

/** A block whose content is skipped. */
export const SKIPPED: Block = () => undefined;

const SIGNS = ['<->', ']->', '->', '<-', '-[', '**', '===', '!==', '==', '!='];
const NAME_START = /[\p{L}\p{N}_]/u;
const NAME_PART = /[\p{L}\p{N}_%]/u;
/** Runs without a token; the lexer then looks at the next character. */
const BLANKS = /\s+/y;
const WORD = /\S+/y;
const NAME = /[\p{L}\p{N}_%]+/uy;
const TEXT = /[^'"\\]+/y;
const QUOTES = ["'''", '"""', "'", '"'];

/** Yields the tokens of a file one by one, since a file may be large. */
export class Tokens {
  readonly #text: string;
  readonly #ahead: Token[] = [];
  #at = 0;

  constructor(
    readonly file: SourceFile,
    readonly source: Source,
  ) {
    this.#text = file.text;
  }

  /** Returns the next token, or a later one, without consuming it. */
  peek(behind = 0): Token {
    while (this.#ahead.length <= behind) this.#ahead.push(this.#read());
    return this.#ahead[behind] ?? this.#read();
  }

  next(): Token {
    return this.#ahead.shift() ?? this.#read();
  }

  /** Consumes the next token if it is this sign or keyword. */
  accept(text: string): boolean {
    if (!this.isNext(text)) return false;
    this.next();
    return true;
  }

  isNext(text: string, behind = 0): boolean {
    const token = this.peek(behind);
    return token.text === text && (token.is === 'sign' || token.is === 'name');
  }

  /** Consumes the next token if it is a text, and returns the text. */
  acceptText(): string | undefined {
    return this.peek().is === 'text' ? this.next().text : undefined;
  }

  /** Skips tokens. Returns the block to skip. */
  skip(count: number): Block {
    for (let at = 0; at < count; at += 1) this.next();
    return SKIPPED;
  }

  /** Consumes everything up to the next blank: a URL. */
  takeWord(): Token {
    const { from } = this.peek();
    this.#ahead.length = 0;
    const to = this.#behind(WORD, from);
    this.#at = to;
    return { is: 'name', text: this.#text.slice(from, to), from, to };
  }

  /** Skips to the end of the enclosing block. */
  skipBlock(): void {
    for (let depth = 1; depth > 0; ) {
      const token = this.next();
      if (token.is === 'end') return;
      if (token.is === 'sign' && token.text === '{') depth += 1;
      else if (token.is === 'sign' && token.text === '}') depth -= 1;
    }
  }

  placeOf(from: Pick<Token, 'from' | 'to'>, to: Pick<Token, 'to'> = from): Place {
    return { file: this.file.path, from: from.from, to: to.to };
  }

  /** Reports a loss. Returns the block to skip. */
  loss(message: string, { from, to }: Pick<Token, 'from' | 'to'>, hint?: string): Block {
    this.source.diagnostics.loss(message, { file: this.file.path, from, to }, hint);
    return SKIPPED;
  }

  error(message: string, { from, to }: Pick<Token, 'from' | 'to'>, hint?: string): void {
    this.source.diagnostics.error(message, { file: this.file.path, from, to }, hint);
  }

  /** Reports and consumes an unexpected token. Braces are not consumed, so that blocks stay balanced. */
  unexpected(expected: string): undefined {
    const token = this.isNext('}') || this.isNext('{') ? this.peek() : this.next();
    const message =
      token.is === 'end' ? 'Unexpected end of the file.' : `Unexpected "${truncate(token.text)}".`;
    this.error(message, token, `Expected: ${expected}.`);
  }

  #read(): Token {
    this.#toToken();
    const from = this.#at;
    const char = this.#text[from];
    if (char === undefined) return { is: 'end', text: '', from, to: from };
    const quote = QUOTES.find((it) => this.#text.startsWith(it, from));
    if (quote !== undefined) return this.#quoted(quote);
    if (NAME_START.test(char)) return { is: 'name', ...this.#name(from, true) };
    if ((char === '#' || char === '.') && NAME_START.test(this.#text[from + 1] ?? '')) {
      const { text, to } = this.#name(from + 1, false);
      return { is: char === '#' ? 'tag' : 'kind', text, from, to };
    }
    const sign = SIGNS.find((it) => this.#text.startsWith(it, from)) ?? char;
    this.#at = from + sign.length;
    return { is: 'sign', text: sign, from, to: this.#at };
  }

  /** Skips blanks and comments. */
  #toToken(): void {
    for (;;) {
      this.#at = this.#behind(BLANKS, this.#at);
      if (this.#text.startsWith('//', this.#at)) this.#skipTo('\n');
      else if (this.#text.startsWith('/*', this.#at)) this.#skipTo('*/');
      else return;
    }
  }

  /** End of the run that begins here. */
  #behind(run: RegExp, at: number): number {
    run.lastIndex = at;
    return run.test(this.#text) ? run.lastIndex : at;
  }

  /** Skips to the end of a comment. */
  #skipTo(end: string): void {
    const found = this.#text.indexOf(end, this.#at + 2);
    if (found === -1 && end === '*/')
      this.error('A comment is not closed.', { from: this.#at, to: this.#at + 2 }, 'Close it with "*/".');
    this.#at = found === -1 ? this.#text.length : found + end.length;
  }

  /** Hyphens belong to names; dots only to paths, with `.*`, `.**` or `._` at the end. */
  #name(from: number, isPath: boolean): { text: string; from: number; to: number } {
    let at = from;
    for (;;) {
      at = this.#behind(NAME, at);
      const char = this.#text[at] ?? '';
      const next = this.#text[at + 1] ?? '';
      if (char === '-' && (next === '-' || (next !== '' && NAME_PART.test(next)))) at += 1;
      else if (isPath && char === '.' && next !== '' && NAME_START.test(next)) at += 2;
      else if (isPath && char === '.' && next === '*') {
        at += this.#text[at + 2] === '*' ? 3 : 2;
        break;
      } else break;
    }
    this.#at = at;
    return { text: this.#text.slice(from, at), from, to: at };
  }

  #quoted(quote: string): Token {
    const from = this.#at;
    const parts: string[] = [];
    let start = from + quote.length;
    let at = start;
    for (;;) {
      at = this.#behind(TEXT, at);
      if (at >= this.#text.length || this.#text.startsWith(quote, at)) break;
      const isEscape = this.#text[at] === '\\' && /['"`\\]/.test(this.#text[at + 1] ?? '');
      if (isEscape) {
        parts.push(this.#text.slice(start, at));
        start = at + 1;
      }
      at += isEscape ? 2 : 1;
    }
    const isClosed = at < this.#text.length;
    if (!isClosed)
      this.error(
        'A text has no closing quote.',
        { from, to: from + quote.length },
        `Close it with ${quote}.`,
      );
    parts.push(this.#text.slice(start, Math.min(at, this.#text.length)));
    this.#at = isClosed ? at + quote.length : this.#text.length;
    return { is: 'text', text: unindented(parts.join('')), from, to: this.#at };
  }
}

/** Removes the common indent of the lines of a text. */
function unindented(text: string): string {
  if (!text.includes('\n')) return text.trim();
  const lines = text.split(/\r?\n/);
  let indent = Number.POSITIVE_INFINITY;
  // The line of the opening quote has no indent of its own.
  for (const line of lines.slice(1))
    if (line.trim() !== '') indent = Math.min(indent, line.length - line.trimStart().length);
  const [first = '', ...rest] = lines;
  return [first.trimStart(), ...rest.map((it) => it.slice(Math.min(indent, it.length)))].join('\n').trim();
}
