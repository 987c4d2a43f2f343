import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { HeaderReader } from '../message.js';

/** Password of a share link as stored. People choose it, so the hash is deliberately slow. */
export interface Digest {
  salt: string;
  hash: string;
}

const LENGTH = 32;

const hashOf = (password: string, salt: string): Buffer =>
  scryptSync(password, Buffer.from(salt, 'hex'), LENGTH);

export function digestOf(password: string): Digest {
  const salt = randomBytes(16).toString('hex');
  return { salt, hash: hashOf(password, salt).toString('hex') };
}

export const isPassword = (given: string, { salt, hash }: Digest): boolean =>
  timingSafeEqual(hashOf(given, salt), Buffer.from(hash, 'hex'));

/** The password of HTTP Basic credentials; undefined without credentials (docs/service.md#choices-of-the-sandbox). */
export function basicPassword(headers: HeaderReader): string | undefined {
  const [, encoded] = /^basic\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at === -1 ? undefined : text.slice(at + 1);
}
