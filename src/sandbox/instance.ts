import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

/**
 * How a sandbox proves which one it is. Whoever starts it keeps its instance, a secret of this run alone, in a file of
 * the user. The sandbox never tells it: asked with a challenge, it answers what only the holder can compute. So nothing
 * is given away to a stranger who listens where a sandbox did.
 */

/** 16 to 64 random bytes, as hex. */
const CHALLENGE = /^([0-9a-f]{2}){16,64}$/;

/** What `GET /sandbox/instance?challenge=HEX` answers. */
export const instanceAnswer = z.object({ pid: z.number(), proof: z.string() });

export const isChallenge = (text: string): boolean => CHALLENGE.test(text);

/** Lowercase hex of the HMAC-SHA256 that proves an instance and its process id. */
export const proofOf = (instance: string, challenge: string, pid: number): string =>
  createHmac('sha256', instance).update(`${challenge} ${pid}`).digest('hex');

/** Whether an answer to the challenge is that instance's own. */
export function isProven(
  instance: string,
  challenge: string,
  { pid, proof }: { pid: number; proof: string },
) {
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(instance, challenge, pid))];
  return given.length === right.length && timingSafeEqual(given, right);
}
