import { usageError } from '../base/errors.js';

/**
 * Rejects a body that types cannot check in JavaScript; above all, one that a parser has replaced.
 * @throws ArchctlError `usage`.
 */
export function checkRawBody(body: unknown, caller: string): void {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return;
  const problem = typeof body === 'object' && body !== null ? 'was parsed already' : 'is missing';
  throw usageError(`The body passed to ${caller} ${problem}: it must be the raw text or bytes.`, {
    reason: 'invalid-input',
    hint: 'Read the raw body before any parser, for example with `express.raw({ type: "application/json" })`.',
  });
}
