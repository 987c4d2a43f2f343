/**
 * A decoding of a text: unchanged, or with percent-encoding and JSON escapes removed from all or part of it, also
 * nested.
 */
export interface Decoding {
  text: string;
  /**
   * Start and end of each character in the original text; absent for the original itself. Computed lazily, because most
   * texts contain no secret.
   */
  places?: (() => Places) | undefined;
}

interface Places {
  from: Uint32Array;
  to: Uint32Array;
}

/** Returns value and length of the escape that begins at an index; undefined if none does. */
type Decode = (text: string, at: number) => { means: string; length: number } | undefined;

/** Maximum number of nested encodings, such as a URL in JSON inside a JSON string. */
const MAX_NESTING = 3;

/** Returns every distinct decoding of the text, the original first. */
export function decodingsOf(text: string): Decoding[] {
  const known = new Set([text]);
  const all: Decoding[] = [{ text }];
  let latest = all;
  for (let depth = 0; depth < MAX_NESTING && latest.length > 0; depth += 1) {
    const next: Decoding[] = [];
    for (const decoding of latest) {
      for (const [mark, decode] of DECODERS) {
        const plain = decoding.text.includes(mark) ? decoded(decoding, mark, decode) : decoding;
        if (known.has(plain.text)) continue;
        known.add(plain.text);
        next.push(plain);
      }
    }
    latest = next;
    all.push(...next);
  }
  return all;
}

/** A run of plain text, or an escape and its value. */
interface Piece {
  at: number;
  length: number;
  means: string;
}

function decoded({ text, places }: Decoding, mark: string, decode: Decode): Decoding {
  const pieces: Piece[] = [];
  let plain = '';
  const add = (means: string, at: number, length: number): void => {
    pieces.push({ at, length, means });
    plain += means;
  };
  let done = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, Math.max(done, at + 1))) {
    const found = decode(text, at);
    if (found === undefined) continue;
    add(text.slice(done, at), done, at - done);
    add(found.means, at, found.length);
    done = at + found.length;
  }
  add(text.slice(done), done, text.length - done);
  let known: Places | undefined;
  return {
    text: plain,
    places: () => {
      known ??= placesOf(pieces, plain.length, places?.());
      return known;
    },
  };
}

function placesOf(pieces: readonly Piece[], size: number, within: Places | undefined): Places {
  const from = new Uint32Array(size);
  const to = new Uint32Array(size);
  let end = 0;
  for (const { at, length, means } of pieces) {
    for (let unit = 0; unit < means.length; unit += 1) {
      // Characters of a plain run map one to one; all characters of an escape map to the whole escape.
      const [first, last] = length === means.length ? [at + unit, at + unit] : [at, at + length - 1];
      from[end + unit] = within?.from[first] ?? first;
      to[end + unit] = within?.to[last] ?? last + 1;
    }
    end += means.length;
  }
  return { from, to };
}

/** Percent-encoded UTF-8 character: each of its bytes as `%XX`. */
const percent: Decode = (text, at) => {
  const first = byteAt(text, at);
  if (first === undefined) return undefined;
  if (first < 0x80) return { means: String.fromCharCode(first), length: 3 };
  const count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const bytes = Array.from({ length: count }, (_, index) => byteAt(text, at + 3 * index) ?? 0);
  try {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { means: strict.decode(Uint8Array.from(bytes)), length: 3 * count };
  } catch {
    return undefined;
  }
};

function byteAt(text: string, at: number): number | undefined {
  const digits = text[at] === '%' ? text.slice(at + 1, at + 3) : '';
  return /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Backslash escapes: `\n`, `\u0041` as in JSON, and `\x41` of other languages. */
const backslash: Decode = (text, at) => {
  const letter = text[at + 1] ?? '';
  const short = SHORT[letter];
  if (short !== undefined) return { means: short, length: 2 };
  const digits = letter === 'u' ? 4 : letter === 'x' ? 2 : 0;
  const code = text.slice(at + 2, at + 2 + digits);
  if (digits === 0 || code.length < digits || !/^[\da-f]+$/i.test(code)) return undefined;
  return { means: String.fromCharCode(Number.parseInt(code, 16)), length: 2 + digits };
};

const DECODERS: readonly (readonly [mark: string, decode: Decode])[] = [
  ['%', percent],
  ['\\', backslash],
];
