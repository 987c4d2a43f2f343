import { createHash } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Length of the service's ids, in characters. */
export const ID_LENGTH = 20;

/** Letters and digits derived from words: the same for the same words. */
export function hashedId(length: number, ...words: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(words)).digest();
  return [...bytes.subarray(0, length)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}
