/**
 * The ways a text can be read: as it is, and with percent-encoding and the escapes of JSON taken back, of the whole or of
 * a part, also within each other.
 */
export interface Spelling {
  text: string;
  /**
   * Where each character begins and ends in the text that was given; absent where that is the text itself. Nearly nobody
   * asks: most texts hold nothing to be found.
   */
  places?: (() => Places) | undefined;
}

interface Places {
  from: Uint32Array;
  to: Uint32Array;
}

/** Takes back the escape that begins at an index: what it stands for, and its length. Undefined where there is none. */
type Decode = (text: string, at: number) => { means: string; length: number } | undefined;

/** So many encodings within each other: a URL in JSON that is a string of JSON. */
const DEEPEST = 3;

/** Every way to read the text that differs, itself first. */
export function spellingsOf(text: string): Spelling[] {
  const known = new Set([text]);
  const all: Spelling[] = [{ text }];
  let latest = all;
  for (let depth = 0; depth < DEEPEST && latest.length > 0; depth += 1) {
    const next: Spelling[] = [];
    for (const spelling of latest) {
      for (const [mark, decode] of DECODERS) {
        const plain = spelling.text.includes(mark) ? decoded(spelling, mark, decode) : spelling;
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

/** A part of the text as it is, or an escape and what it means. */
interface Piece {
  at: number;
  length: number;
  means: string;
}

function decoded({ text, places }: Spelling, mark: string, decode: Decode): Spelling {
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
      // Each character of a run of its own, all of an escape the same.
      const [first, last] = length === means.length ? [at + unit, at + unit] : [at, at + length - 1];
      from[end + unit] = within?.from[first] ?? first;
      to[end + unit] = within?.to[last] ?? last + 1;
    }
    end += means.length;
  }
  return { from, to };
}

/** One character in UTF-8, each of its bytes as `%XX`. */
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

/** `\n`, `\u0041`, and `\x41` of languages that print like it. */
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
