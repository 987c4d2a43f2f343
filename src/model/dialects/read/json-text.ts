import type { Place } from '../../document/element.js';
import type { SourceFile } from '../../document/read.js';
import type { Diagnostics } from '../diagnostics.js';

/** JSON parser that records source locations. Iterative, so that nesting depth is not limited by the stack. */

export type Json = string | number | boolean | null | LocatedObject | readonly Json[];

export class LocatedObject {
  readonly fields = new Map<string, Json>();

  constructor(readonly place: Place) {}

  text(key: string): string | undefined {
    const value = this.fields.get(key);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  }

  object(key: string): LocatedObject | undefined {
    const value = this.fields.get(key);
    return value instanceof LocatedObject ? value : undefined;
  }

  texts(key: string): readonly string[] {
    const value = this.fields.get(key);
    return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];
  }

  list(key: string): readonly LocatedObject[] {
    const value = this.fields.get(key);
    return Array.isArray(value) ? value.filter((it): it is LocatedObject => it instanceof LocatedObject) : [];
  }
}

/** Parses a file that contains an object with an object at `key`. Reports any other file as not being `format`. */
export function readJsonObject(
  file: SourceFile,
  key: string,
  format: string,
  diagnostics: Diagnostics,
): LocatedObject | undefined {
  const report = (hint: string, at: number): undefined => {
    const place = { file: file.path, from: at, to: Math.min(at + 1, file.text.length) };
    diagnostics.error(`The file is not ${format}.`, place, hint);
  };
  const parser = new Parser(file);
  try {
    const value = parser.parse();
    if (value instanceof LocatedObject && value.object(key)) return value;
  } catch (error) {
    if (error instanceof SyntaxError) return report(error.message, parser.at);
    throw error;
  }
  return report(`Expected: an object with "${key}".`, 0);
}

/** An unclosed list or object; `key` is the key whose value comes next. */
type Open = { end: ']'; value: Json[] } | { end: '}'; value: LocatedObject; key: string };

const BLANKS = /[\s\uFEFF]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const WORD = /[-+.\w]{1,40}/y;
const LITERALS: ReadonlyMap<string, Json> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Parser {
  readonly #file: string;
  readonly #text: string;
  readonly #open: Open[] = [];
  /** Position of the next token. */
  at = 0;

  constructor({ path, text }: SourceFile) {
    this.#file = path;
    this.#text = text;
    this.#match(BLANKS);
  }

  /** Errors: a `SyntaxError`, at the position `at`. */
  parse(): Json {
    for (;;) {
      const value = this.#value();
      if (value === undefined) continue;
      const parent = this.#open.at(-1);
      if (!parent) {
        if (this.at < this.#text.length) throw new SyntaxError('Expected: the end of the file.');
        return value;
      }
      if (parent.end === ']') parent.value.push(value);
      else parent.value.fields.set(parent.key, value);
      if (!this.#take(',') && this.#text[this.at] !== parent.end)
        throw new SyntaxError(`Expected: "," or "${parent.end}".`);
    }
  }

  /** Parses a literal, or the end of a list or an object; undefined after the start of one. */
  #value(): Json | undefined {
    const parent = this.#open.at(-1);
    if (parent && this.#text[this.at] === parent.end) {
      this.#open.pop();
      if (parent.end === '}') parent.value.place.to = this.at + 1;
      this.#take(parent.end);
      return parent.value;
    }
    if (parent?.end === '}') {
      parent.key = this.#string() ?? '';
      if (!this.#take(':')) throw new SyntaxError('Expected: a name in double quotes and ":", or "}".');
    }
    const place = { file: this.#file, from: this.at, to: this.at };
    if (this.#take('{')) this.#open.push({ end: '}', value: new LocatedObject(place), key: '' });
    else if (this.#take('[')) this.#open.push({ end: ']', value: [] });
    else return this.#string() ?? this.#word();
    return undefined;
  }

  /** Parses a string; undefined if none begins here. */
  #string(): string | undefined {
    const text = this.#match(STRING);
    if (text === undefined) return undefined;
    return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
  }

  #word(): Json {
    const word = this.#match(WORD) ?? '';
    const value = LITERALS.has(word) ? LITERALS.get(word) : Number(word || Number.NaN);
    if (value === undefined || Number.isNaN(value)) throw new SyntaxError('Expected: a value.');
    return value;
  }

  #take(sign: string): boolean {
    if (this.#text[this.at] !== sign) return false;
    this.at += 1;
    this.#match(BLANKS);
    return true;
  }

  /** Consumes a token and the blanks after it. */
  #match(token: RegExp): string | undefined {
    token.lastIndex = this.at;
    const text = token.exec(this.#text)?.[0];
    if (text === undefined) return undefined;
    this.at += text.length;
    if (token !== BLANKS) this.#match(BLANKS);
    return text;
  }
}
