/**
 * Verify webhook deliveries of the service: no dependency but zod.
 *
 * @example
 * ```ts
 * import { parseEvent, verify } from 'archctl/webhooks';
 *
 * const checked = verify({
 *   secrets: [process.env.WEBHOOK_SECRET!],
 *   signature: request.headers['x-service-signature'],
 *   timestamp: request.headers['x-service-timestamp'],
 *   body: rawBody,
 * });
 * if (!checked.ok) return reply(401);
 * const parsed = parseEvent(rawBody);
 * ```
 * @module
 */
export {
  HEADER_PREFIX,
  type SignatureHeaders,
  signatureHeaders,
  TOLERANCE_SECONDS,
  WEBHOOK_COLLECTIONS,
  WEBHOOK_OPERATIONS,
  type WebhookCollection,
  type WebhookEvent,
  type WebhookOperation,
  webhookEvent,
} from '../contract/webhook.js';
export { type ParsedEvent, parseEvent } from './parse-event.js';
export {
  type FailureReason,
  type HeaderValue,
  type Secret,
  type SignInput,
  sign,
  type Verification,
  type VerifyInput,
  verify,
} from './signature.js';
