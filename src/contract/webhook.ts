import * as z from 'zod/mini';
import { loose, openEnum, text } from './schema.js';

/** What events are about (docs/service.md#delivery; docs/service.md#delivery); further ones may come. */
export const WEBHOOK_COLLECTIONS = ['model-object', 'model-connection'] as const;
export type WebhookCollection = (typeof WEBHOOK_COLLECTIONS)[number];

export const WEBHOOK_OPERATIONS = ['created', 'updated', 'deleted'] as const;
export type WebhookOperation = (typeof WEBHOOK_OPERATIONS)[number];

/** How far a timestamp may be off in either direction, in seconds (docs/service.md#signature). */
export const TOLERANCE_SECONDS = 300;

/** What both signature headers begin with (docs/service.md#signature). */
export const HEADER_PREFIX = 'X-Service';

/** Names of the two headers of a delivery. */
export interface SignatureHeaders {
  signature: string;
  timestamp: string;
}

/** `<prefix>-Signature` and `<prefix>-Timestamp` (docs/service.md#signature). */
export const signatureHeaders = (prefix: string = HEADER_PREFIX): SignatureHeaders => ({
  signature: `${prefix}-Signature`,
  timestamp: `${prefix}-Timestamp`,
});

/** State of a resource: null where it does not apply; some senders leave it out (docs/service.md#delivery). */
const state = () => z._default(z.nullable(loose({})), null);

/** The body of a delivery (docs/service.md#delivery). Fields and values we do not know survive. */
export const webhookEvent = loose({
  collection: openEnum(WEBHOOK_COLLECTIONS),
  operation: openEnum(WEBHOOK_OPERATIONS),
  organizationId: text(),
  subscriptionId: text(),
  resourceId: text(),
  before: state(),
  after: state(),
});
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** Fields of an event whose value is none of the documented ones. */
export type UnknownField = 'collection' | 'operation';

const isOneOf = (values: readonly string[], value: string): boolean => values.includes(value);

/** Which of collection and operation docs/service.md#delivery does not list. */
export function unknownFields(event: Pick<WebhookEvent, UnknownField>): UnknownField[] {
  const unknown: UnknownField[] = [];
  if (!isOneOf(WEBHOOK_COLLECTIONS, event.collection)) unknown.push('collection');
  if (!isOneOf(WEBHOOK_OPERATIONS, event.operation)) unknown.push('operation');
  return unknown;
}

/** Landscape of an event, where its states name one. */
export function landscapeOf(event: Pick<WebhookEvent, 'before' | 'after'>): string | null {
  const id = event.after?.landscapeId ?? event.before?.landscapeId;
  return typeof id === 'string' ? id : null;
}
