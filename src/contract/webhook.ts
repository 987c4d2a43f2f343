import * as z from 'zod/mini';
import { loose, openEnum, text } from './schema.js';

/** Documented collections of events (docs/service.md#delivery); the service may add others. */
export const WEBHOOK_COLLECTIONS = [
  'model-object',
  'model-connection',
  'diagram',
  'diagram-group',
  'flow',
  'tag',
  'tag-group',
] as const;
/** Documented collection of an event. */
export type WebhookCollection = (typeof WEBHOOK_COLLECTIONS)[number];

/** Documented operations of events. */
export const WEBHOOK_OPERATIONS = ['created', 'updated', 'deleted'] as const;
/** Documented operation of an event. */
export type WebhookOperation = (typeof WEBHOOK_OPERATIONS)[number];

/** Maximum clock difference of a timestamp in either direction, in seconds (docs/service.md#signature). */
export const TOLERANCE_SECONDS = 300;

/** Default prefix of both signature headers (docs/service.md#signature). */
export const HEADER_PREFIX = 'X-Service';

/** Names of the two signature headers of a delivery. */
export interface SignatureHeaders {
  /** Name of the header with the signature. */
  signature: string;
  /** Name of the header with the timestamp. */
  timestamp: string;
}

/** `<prefix>-Signature` and `<prefix>-Timestamp` (docs/service.md#signature). */
export const signatureHeaders = (prefix: string = HEADER_PREFIX): SignatureHeaders => ({
  signature: `${prefix}-Signature`,
  timestamp: `${prefix}-Timestamp`,
});

/** State of a resource: null if it does not apply; some senders omit it (docs/service.md#delivery). */
const state = () => z._default(z.nullable(loose({})), null);

/** Body of a delivery (docs/service.md#delivery). Unknown fields and values are preserved. */
export const webhookEvent = loose({
  collection: openEnum(WEBHOOK_COLLECTIONS),
  operation: openEnum(WEBHOOK_OPERATIONS),
  organizationId: text(),
  subscriptionId: text(),
  resourceId: text(),
  before: state(),
  after: state(),
});
/** Body of a delivery. */
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** An event field with an undocumented value. */
export type UnknownField = 'collection' | 'operation';

const isOneOf = (values: readonly string[], value: string): boolean => values.includes(value);

/** Fields of an event whose value docs/service.md#delivery does not list. */
export function unknownFields(event: Pick<WebhookEvent, UnknownField>): UnknownField[] {
  const unknown: UnknownField[] = [];
  if (!isOneOf(WEBHOOK_COLLECTIONS, event.collection)) unknown.push('collection');
  if (!isOneOf(WEBHOOK_OPERATIONS, event.operation)) unknown.push('operation');
  return unknown;
}

/** Landscape id of an event, if its states contain one. */
export function landscapeOf(event: Pick<WebhookEvent, 'before' | 'after'>): string | null {
  const id = event.after?.landscapeId ?? event.before?.landscapeId;
  return typeof id === 'string' ? id : null;
}
