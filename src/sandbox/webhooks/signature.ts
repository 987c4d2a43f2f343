import { createHmac } from 'node:crypto';

/**
 * Signature: lowercase hex of the HMAC-SHA256 of `timestamp.rawBody` (docs/service.md#signature).
 * @param timestamp Unix time in seconds.
 */
export const signatureOf = (secret: string, timestamp: number, rawBody: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');
