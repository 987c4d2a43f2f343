/** JSON parser that records source locations. Iterative, so that nesting depth is not limited by the stack. */

export type Json = string | number | boolean | null | LocatedObject | readonly Json[];

export class LocatedObject {
  readonly fields = new Map<string, Json>();
  to = 0;
  constructor(readonly from: number) {}

  text(key: string): string | undefined {
    const value = this.fields.get(key);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  }

  object(key: string): LocatedObject | undefined {
    const value = this.fields.get(key);
    return value instanceof LocatedObject ? value : undefined;
  }

  /** Texts of a list. */
  texts(key: string): readonly string[] {
    const value = this.fields.get(key);
    return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];
  }

  /** Objects of a list. */
  list(key: string): readonly LocatedObject[] {
    const value = this.fields.get(key);
    return Array.isArray(value) ? value.filter((it): it is LocatedObject => it instanceof LocatedObject) : [];
  }
}

export interface JsonFault {
  message: string;
  at: number;
}

/** An unclosed list or object; `key` is the key whose value comes next. */
type Open = { list: Json[] } | { object: LocatedObject; key?: string };

const BLANKS = /\s+/y;
const PLAIN = /[^"\\]+/y;
const LITERALS: Readonly<Record<string, Json>> = { true: true, false: false, null: null };

export function parseJson(text: string): { value: Json } | JsonFault {
  return new Parser(text).parse();
}

class Parser {
  readonly #text: string;
  readonly #open: Open[] = [];
  #at = 0;
  #whole: Json | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): { value: Json } | JsonFault {
    for (;;) {
      this.#skip();
      if (this.#at >= this.#text.length) break;
      const fault = this.#step();
      if (fault !== undefined) return { message: fault, at: this.#at };
    }
    if (this.#open.length > 0 || this.#whole === undefined)
      return { message: 'Unexpected end of the file.', at: this.#text.length };
    return { value: this.#whole };
  }

  #skip(): void {
    BLANKS.lastIndex = this.#at;
    if (BLANKS.test(this.#text)) this.#at = BLANKS.lastIndex;
  }

  /** Parses one token or value. Returns the syntax error, if any. */
  #step(): string | undefined {
    const top = this.#open.at(-1);
    if (!top && this.#whole !== undefined) return 'Expected: the end of the file.';
    const char = this.#text[this.#at] ?? '';
    if (top && 'object' in top && top.key === undefined) return this.#inObject(top, char);
    if (top && 'list' in top && char === ']') return this.#close();
    const fault = this.#value(char);
    return fault;
  }

  #inObject(top: { object: LocatedObject; key?: string }, char: string): string | undefined {
    if (char === '}') return this.#close();
    const key = char === '"' ? this.#string() : undefined;
    if (key === undefined) return 'Expected: a name in double quotes, or "}".';
    this.#skip();
    if (this.#text[this.#at] !== ':') return 'Expected: ":".';
    this.#at += 1;
    top.key = key;
    return undefined;
  }

  #value(char: string): string | undefined {
    if (char === '{' || char === '[') {
      this.#open.push(char === '{' ? { object: new LocatedObject(this.#at) } : { list: [] });
      this.#at += 1;
      return undefined;
    }
    if (char === '"') {
      const text = this.#string();
      return text === undefined
        ? 'A string is not closed, or contains an invalid character.'
        : this.#add(text);
    }
    const word = /^[-+.\w]{1,40}/.exec(this.#text.slice(this.#at, this.#at + 40))?.[0] ?? '';
    const value = Object.hasOwn(LITERALS, word) ? LITERALS[word] : word === '' ? undefined : Number(word);
    if (value === undefined || Number.isNaN(value)) return 'Expected: a value.';
    this.#at += word.length;
    return this.#add(value);
  }

  /** Adds a value to the open list or object, and moves past the comma. */
  #add(value: Json): string | undefined {
    const top = this.#open.at(-1);
    if (!top) {
      this.#whole = value;
      return undefined;
    }
    if ('list' in top) top.list.push(value);
    else {
      top.object.fields.set(top.key ?? '', value);
      delete top.key;
    }
    this.#skip();
    const next = this.#text[this.#at];
    const end = 'list' in top ? ']' : '}';
    if (next === ',') {
      this.#at += 1;
      return undefined;
    }
    return next === end ? undefined : `Expected: "," or "${end}".`;
  }

  #close(): string | undefined {
    const top = this.#open.pop();
    this.#at += 1;
    if (!top) return 'Expected: a value.';
    if ('list' in top) return this.#add(top.list);
    top.object.to = this.#at;
    return this.#add(top.object);
  }

  #string(): string | undefined {
    const from = this.#at;
    let at = from + 1;
    let isPlain = true;
    for (;;) {
      PLAIN.lastIndex = at;
      if (PLAIN.test(this.#text)) at = PLAIN.lastIndex;
      if (this.#text[at] !== '\\') break;
      isPlain = false;
      at += 2;
    }
    if (at >= this.#text.length) return undefined;
    this.#at = at + 1;
    if (isPlain) return this.#text.slice(from + 1, at);
    try {
      return JSON.parse(this.#text.slice(from, at + 1)) as string;
    } catch {
      this.#at = from;
      return undefined;
    }
  }
}
