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
    for (const byte of randomBytes(length)) {
      if (byte < FAIR && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}
