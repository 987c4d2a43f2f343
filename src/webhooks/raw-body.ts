import { type ArchctlError, usageError } from '../base/errors.js';

/**
 * Rejects a body that types cannot check in JavaScript; above all, one that a parser has replaced.
 * @throws ArchctlError `usage`.
 */
export function checkRawBody(body: unknown, caller: string): void {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return;
  if (typeof body === 'object' && body !== null) throw parsedBody(caller);
  throw rawBodyError(`The body passed to ${caller} is missing`);
}

/** Error for a body that is no longer raw. */
export const parsedBody = (caller: string): ArchctlError =>
  rawBodyError(`The body passed to ${caller} was parsed already`);

const rawBodyError = (problem: string): ArchctlError =>
  usageError(`${problem}: it must be the raw text or bytes.`, {
    reason: 'invalid-input',
    hint: 'Read the raw body before any parser: with `express.raw({ type: "application/json" })` in Express, with a content type parser that has `parseAs: "buffer"` in Fastify.',
  });
