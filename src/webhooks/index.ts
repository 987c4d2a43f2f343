/**
 * Receive webhook deliveries of the service: verified and typed. Runs on Node, at the edge and in browsers, without
 * dependencies.
 *
 * @example
 * ```ts
 * import { receive } from 'archctl/webhooks';
 *
 * const { event } = await receive(request, process.env.WEBHOOK_SECRET!);
 * if (event.collection === 'model-object' && event.operation === 'updated')
 *   console.log(event.before.name, 'is now', event.after.name);
 * ```
 * @module
 */
export {
  ArchctlError,
  type ErrorFacts,
  type ErrorKind,
  type ErrorReason,
  isArchctlError,
} from '../base/errors.js';
export {
  HEADER_PREFIX,
  type SignatureHeaders,
  signatureHeaders,
  TOLERANCE_SECONDS,
  WEBHOOK_COLLECTIONS,
  WEBHOOK_OPERATIONS,
  type WebhookCollection,
  type WebhookOperation,
} from '../contract/webhook.js';
export type {
  KnownWebhookEvent,
  UndocumentedValue,
  UnknownWebhookEvent,
  WebhookEvent,
  WebhookState,
} from '../contract/webhook-event.js';
export { type ParsedEvent, parseEvent } from './parse-event.js';
export {
  type ReceivedEvent,
  type ReceiveOptions,
  receive,
  statusOf,
  type WebhookRequest,
} from './receive.js';
export type {
  FailureReason,
  HeaderValue,
  Secret,
  SignInput,
  Verification,
  VerifyInput,
} from './signature.js';
export { sign, verify } from './web-signature.js';
