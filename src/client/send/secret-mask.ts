import { spellingsOf } from './spellings.js';

export const REDACTED = '[redacted]';

/** This many characters of a secret, one after the other, are never shown. */
const TELLING = 8;
/** Their 64 bits hold at least as many whole characters of base64, wherever they begin. */
const TELLING_BASE64 = 9;
/** Shorter ones would blot out ordinary text, and are no secrets. */
const LEAST = 4;

/** One way to write bytes down, and the parts of secrets that are looked for in it. */
interface Script {
  /** The text with what means the same written the same; no character moves. */
  normal(text: string): string;
  /** Parts by their length. */
  parts: Map<number, Parts>;
  /** What belongs to a part that was found, besides: its first and last bits may stand in the characters next to it. */
  beside?: RegExp;
}

interface Parts {
  known: Set<string>;
  /** By two characters: whether they stand next to each other in any part. Most of a text is passed over by it. */
  pairs: Uint8Array;
}

type Range = readonly [from: number, to: number];

/**
 * A function that takes every telling part of the secrets out of a text: as they are, in hexadecimal and base64 (also
 * base64url, alone or within something longer), with percent-encoding or the escapes of JSON around any of these.
 * Nothing is worked out before its first call.
 */
export function secretMask(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= LEAST);
  let scripts: Script[] | undefined;
  return (text) => {
    if (long.length === 0 || text.length < LEAST) return text;
    scripts ??= scriptsFor(long);
    return without(text, rangesIn(text, scripts));
  };
}

function scriptsFor(secrets: readonly string[]): Script[] {
  const bytes = secrets.map((secret) => Buffer.from(secret));
  // A lone surrogate turns into U+FFFD on its way, and a blank into a plus in forms.
  const texts = secrets.flatMap((secret, at) => [
    secret,
    bytes[at]?.toString() ?? '',
    secret.replaceAll(' ', '+'),
  ]);
  return [
    { normal: (text) => text, parts: partsOf(texts, TELLING) },
    {
      normal: (text) => text.replace(/[A-F]+/g, (upper) => upper.toLowerCase()),
      parts: partsOf(
        bytes.map((it) => it.toString('hex')),
        2 * TELLING,
      ),
    },
    {
      normal: (text) => text.replaceAll('-', '+').replaceAll('_', '/'),
      parts: partsOf(bytes.flatMap(base64Of), TELLING_BASE64),
      beside: /[\w+/-]/,
    },
  ];
}

/** What bytes look like in base64 after any number of others: the characters that hold nothing but them. */
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
    if (size < LEAST) continue;
    const parts = all.get(size) ?? { known: new Set(), pairs: new Uint8Array(65_536) };
    all.set(size, parts);
    for (let at = 0; at + size <= form.length; at += 1) parts.known.add(form.slice(at, at + size));
    for (let at = 0; at + 2 <= form.length; at += 1) parts.pairs[pairAt(form, at)] = 1;
  }
  return all;
}

const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);

/** Where parts of secrets stand in the text, however it is read. */
function rangesIn(text: string, scripts: readonly Script[]): Range[] {
  const found: Range[] = [];
  for (const { text: plain, places } of spellingsOf(text)) {
    for (const script of scripts) {
      for (const [from, to] of rangesOf(script.normal(plain), script)) {
        const known = places?.();
        found.push([known?.from[from] ?? from, known?.to[to - 1] ?? to]);
      }
    }
  }
  return found.sort(([a], [b]) => a - b);
}

function* rangesOf(text: string, { parts, beside }: Script): Generator<Range> {
  for (const [size, { known, pairs }] of parts) {
    for (let at = 0; at + size <= text.length; at += 1) {
      if (pairs[pairAt(text, at + size - 2)] === 0) {
        // No part holds this pair: the next one that could begins with its second character.
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

/** The text with a mark in place of each range; those that touch become one. */
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
