import { decodingsOf } from './decodings.js';

export const REDACTED = '[redacted]';

/** Shortest run of consecutive characters of a secret that is redacted. */
const MIN_RUN = 8;
/** The same 64 bits contain at least this many complete base64 characters, at any offset. */
const MIN_BASE64_RUN = 9;
/** Shorter secrets are ignored, because redacting them would remove ordinary text. */
const MIN_SECRET = 4;

/** An encoding of bytes as text, and the parts of secrets to search for in it. */
interface Encoding {
  /** Normalizes equivalent characters; no character changes its position. */
  normal(text: string): string;
  /** Parts by length. */
  parts: Map<number, Parts>;
  /** Characters next to a match that belong to it: they may contain its first and last bits. */
  beside?: RegExp;
}

interface Parts {
  known: Set<string>;
  /** Pairs of characters that occur in any part; lets the search skip most of a text. */
  pairs: Uint8Array;
}

type Range = readonly [from: number, to: number];

/**
 * Returns a function that redacts every detectable part of the secrets in a text: plain, in hexadecimal and base64
 * (also base64url, alone or within something longer), and any of these percent-encoded or escaped as in JSON. The
 * search tables are built at the first call.
 */
export function secretMask(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= MIN_SECRET);
  let encodings: Encoding[] | undefined;
  return (text) => {
    if (long.length === 0 || text.length < MIN_SECRET) return text;
    encodings ??= encodingsFor(long);
    return without(text, rangesIn(text, encodings));
  };
}

function encodingsFor(secrets: readonly string[]): Encoding[] {
  const bytes = secrets.map((secret) => Buffer.from(secret));
  // Encoding turns a lone surrogate into U+FFFD; HTML forms turn a space into a plus.
  const texts = secrets.flatMap((secret, at) => [
    secret,
    bytes[at]?.toString() ?? '',
    secret.replaceAll(' ', '+'),
  ]);
  return [
    { normal: (text) => text, parts: partsOf(texts, MIN_RUN) },
    {
      normal: (text) => text.replace(/[A-F]+/g, (upper) => upper.toLowerCase()),
      parts: partsOf(
        bytes.map((it) => it.toString('hex')),
        2 * MIN_RUN,
      ),
    },
    {
      normal: (text) => text.replaceAll('-', '+').replaceAll('_', '/'),
      parts: partsOf(bytes.flatMap(base64Of), MIN_BASE64_RUN),
      beside: /[\w+/-]/,
    },
  ];
}

/**
 * Base64 encodings of the bytes at each of the three possible offsets, limited to the characters that contain nothing
 * else.
 */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const end = Math.floor((whole.byteLength * 8) / 6);
    return whole.toString('base64').slice(Math.ceil((before * 8) / 6), end);
  });
}

function partsOf(forms: readonly string[], length: number): Map<number, Parts> {
  const all = new Map<number, Parts>();
  for (const form of forms) {
    const size = Math.min(length, form.length);
    if (size < MIN_SECRET) continue;
    const parts = all.get(size) ?? { known: new Set(), pairs: new Uint8Array(65_536) };
    all.set(size, parts);
    for (let at = 0; at + size <= form.length; at += 1) parts.known.add(form.slice(at, at + size));
    for (let at = 0; at + 2 <= form.length; at += 1) parts.pairs[pairAt(form, at)] = 1;
  }
  return all;
}

const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);

/** Finds parts of secrets in the text, in every decoding of it. */
function rangesIn(text: string, encodings: readonly Encoding[]): Range[] {
  const found: Range[] = [];
  for (const { text: plain, places } of decodingsOf(text)) {
    for (const encoding of encodings) {
      for (const [from, to] of rangesOf(encoding.normal(plain), encoding)) {
        const known = places?.();
        found.push([known?.from[from] ?? from, known?.to[to - 1] ?? to]);
      }
    }
  }
  return found.sort(([a], [b]) => a - b);
}

function* rangesOf(text: string, { parts, beside }: Encoding): Generator<Range> {
  for (const [size, { known, pairs }] of parts) {
    for (let at = 0; at + size <= text.length; at += 1) {
      if (pairs[pairAt(text, at + size - 2)] === 0) {
        // No part contains this pair: the next candidate begins with its second character.
        at += size - 2;
        continue;
      }
      if (pairs[pairAt(text, at)] === 0 || !known.has(text.slice(at, at + size))) continue;
      const [before, after] = [text[at - 1], text[at + size]].map(
        (it) => it !== undefined && beside?.test(it),
      );
      yield [before ? at - 1 : at, after ? at + size + 1 : at + size];
    }
  }
}

/** Replaces each range by a mark; adjacent ranges share one. */
function without(text: string, ranges: readonly Range[]): string {
  let shown = '';
  let end = 0;
  let isMarked = false;
  for (const [from, to] of ranges) {
    if (from > end || !isMarked) {
      shown += text.slice(end, from) + REDACTED;
      isMarked = true;
    }
    end = Math.max(end, to);
  }
  return shown + text.slice(end);
}
