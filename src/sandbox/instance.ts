import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

/**
 * Challenge-response authentication of a running sandbox. The process that starts it stores its instance, a secret of
 * this run, in a file of the user. The sandbox proves that it knows the secret with an HMAC of the challenge, without
 * sending the secret. So another program on the port of a stopped sandbox cannot obtain it.
 */

/** 16 to 64 random bytes, as hex. */
const CHALLENGE = /^([0-9a-f]{2}){16,64}$/;

/** Response of `GET /sandbox/instance?challenge=HEX`. */
export const instanceAnswer = z.object({ pid: z.number(), proof: z.string() });

export const isChallenge = (text: string): boolean => CHALLENGE.test(text);

/** HMAC-SHA256, in lowercase hex, that proves an instance and its process id. */
export const proofOf = (instance: string, challenge: string, pid: number): string =>
  createHmac('sha256', instance).update(`${challenge} ${pid}`).digest('hex');

/** Whether the response proves that instance. */
export function isProven(
  instance: string,
  challenge: string,
  { pid, proof }: { pid: number; proof: string },
) {
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(instance, challenge, pid))];
  return given.length === right.length && timingSafeEqual(given, right);
}
