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

/**
 * Whether a response acknowledges a delivery: any 2xx status does. A redirect is not followed, so its event was not
 * delivered.
 */
export const isDelivered = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** An event field with an undocumented value. */
export type UnknownField = 'collection' | 'operation';

const isOneOf = (values: readonly string[], value: string): boolean => values.includes(value);

/** Fields of an event whose value docs/service.md#delivery does not list. */
export function unknownFields(event: Readonly<Record<UnknownField, string>>): UnknownField[] {
  const unknown: UnknownField[] = [];
  if (!isOneOf(WEBHOOK_COLLECTIONS, event.collection)) unknown.push('collection');
  if (!isOneOf(WEBHOOK_OPERATIONS, event.operation)) unknown.push('operation');
  return unknown;
}

type State = { landscapeId?: unknown } | null;

/** Landscape id of an event, if its states contain one. */
export function landscapeOf(event: { before: State; after: State }): string | null {
  const id = event.after?.landscapeId ?? event.before?.landscapeId;
  return typeof id === 'string' ? id : null;
}
