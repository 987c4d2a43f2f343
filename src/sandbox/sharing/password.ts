import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { HeaderReader } from '../message.js';

/** The password of a share link as it is kept: people choose it, so it is made slow to guess. */
export interface Digest {
  salt: string;
  hash: string;
}

const LENGTH = 32;

const hashOf = (password: string, salt: string): Buffer =>
  scryptSync(password, Buffer.from(salt, 'hex'), LENGTH);

/** What is kept of a new password. */
export function digestOf(password: string): Digest {
  const salt = randomBytes(16).toString('hex');
  return { salt, hash: hashOf(password, salt).toString('hex') };
}

/** Whether it is that password. */
export const isPassword = (given: string, { salt, hash }: Digest): boolean =>
  timingSafeEqual(hashOf(given, salt), Buffer.from(hash, 'hex'));

/** The password of HTTP Basic credentials; undefined where there are none (docs/service.md#choices-of-the-sandbox). */
export function basicPassword(headers: HeaderReader): string | undefined {
  const [, encoded] = /^basic\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at === -1 ? undefined : text.slice(at + 1);
}
