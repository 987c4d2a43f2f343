import { createHmac, timingSafeEqual } from 'node:crypto';

/** The unguessable part of an address that is good until a moment, without a record of it having been given out. */
export function signToken(secret: string, what: string, expires: number): string {
  const digest = createHmac('sha256', secret).update(`${what} ${expires}`).digest('hex');
  return `${expires}-${digest}`;
}

/** When the token's time is over, in milliseconds; undefined where it is not one of ours for this. */
export function readToken(secret: string, what: string, token: string): number | undefined {
  const expires = Number(token.split('-')[0]);
  if (!Number.isSafeInteger(expires)) return undefined;
  return sameText(signToken(secret, what, expires), token) ? expires : undefined;
}

/** Compares in a time that tells nothing about where the texts differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** How long files stay, in milliseconds. The sandbox's own choice. */
export const LIFETIME = 3_600_000;
