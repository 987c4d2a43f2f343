import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 20;
const SHORT_LENGTH = 10;
/** The largest multiple of the alphabet's size that fits a byte: bytes above it would favour the first letters. */
const FAIR = 248;

/** 20 random characters from A-Z a-z 0-9 (docs/service.md#conventions). */
export const randomId = (): string => randomText(LENGTH);

/** Ten of them: the end of a shared address (docs/service.md#share-link). */
export const randomShortId = (): string => randomText(SHORT_LENGTH);

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    if (byte < FAIR) text += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return text;
}

/** Random bytes that are asked for at a time: asking takes longer than making them. Each is used once. */
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
