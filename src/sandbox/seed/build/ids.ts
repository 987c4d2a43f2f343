import { createHash } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 20;

/**
 * A stable id in the service's format: 20 characters from A-Z, a-z, 0-9. The same parts give the same id on every
 * machine; `('a', 'b')` and `('ab')` differ.
 */
export function seedId(...parts: string[]): string {
  const digest = createHash('sha256').update(parts.join('\u0000')).digest();
  let id = '';
  for (let at = 0; at < LENGTH; at += 1) id += ALPHABET.charAt((digest[at] ?? 0) % ALPHABET.length);
  return id;
}
