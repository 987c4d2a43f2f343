import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 20;
const SHORT_LENGTH = 10;
/** Largest multiple of the alphabet's size in a byte; larger bytes would favour the first letters. */
const FAIR = 248;

/** 20 random characters from A-Z a-z 0-9 (docs/service.md#conventions). */
export const randomId = (): string => randomText(LENGTH);

/** 10 random characters, the end of a share link's URL (docs/service.md#share-link). */
export const randomShortId = (): string => randomText(SHORT_LENGTH);

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    if (byte < FAIR) text += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return text;
}

/** Number of random bytes requested at a time, because requests are slower than the bytes. Each byte is used once. */
const POOL = 2048;
let pool = new Uint8Array();
let used = 0;

function randomByte(): number {
  if (used === pool.length) {
    pool = randomBytes(POOL);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  pool[used] = 0;
  used += 1;
  return byte;
}
