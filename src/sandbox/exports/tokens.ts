import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the signed token of a URL that expires. Stateless: issued tokens are not stored. */
export function signToken(secret: string, what: string, expires: number): string {
  const digest = createHmac('sha256', secret).update(`${what} ${expires}`).digest('hex');
  return `${expires}-${digest}`;
}

/** Returns the token's expiry time in milliseconds; undefined if its signature or claim is not valid. */
export function readToken(secret: string, what: string, token: string): number | undefined {
  const expires = Number(token.split('-')[0]);
  if (!Number.isSafeInteger(expires)) return undefined;
  return sameText(signToken(secret, what, expires), token) ? expires : undefined;
}

/** Compares texts in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Lifetime of files in milliseconds. Sandbox-specific. */
export const LIFETIME = 3_600_000;
