/** Synchronous signatures, for the listener and the commands. The library uses Web Crypto, which every runtime has. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { checkRawBody } from './raw-body.js';
import { checkSecret, type Secret, type SignedAt, type SignInput } from './signature.js';

/**
 * Returns the HMAC-SHA256 of `timestamp.rawBody` as lowercase hex (docs/service.md#signature).
 * @throws ArchctlError `usage` for a blank or missing secret, and for a body that is not raw.
 */
export function sign(input: SignInput): string {
  checkRawBody(input?.body, 'sign');
  const { secret, timestamp, body } = input;
  checkSecret(secret);
  return digest(secret, String(timestamp), body);
}

/** Compares in hex, which is faster than separate byte arrays; a listener does this for each event. */
const digest = (secret: string, timestamp: string, body: Uint8Array | string): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

/** Compares two ASCII strings of the same length in constant time. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1'));

/** Returns every secret that matches the signature. Tries all of them, so that timing reveals nothing. */
export const matchingSecrets = (
  secrets: readonly Secret[],
  { signature, timestamp }: Pick<SignedAt, 'signature' | 'timestamp'>,
  body: Uint8Array | string,
): Secret[] => secrets.filter(({ secret }) => isSame(digest(secret, timestamp, body), signature));
