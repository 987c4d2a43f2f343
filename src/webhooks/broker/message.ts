import type { MsgHdrs } from '@nats-io/transport-node';
import type { SignatureHeaders } from '../../contract/webhook.js';
import type { WebhookEvent } from '../../contract/webhook-event.js';
import { type FrameHead, isHead } from '../event-store/frame.js';
import { factsOf } from '../listen/event-facts.js';
import { verifyRequest } from '../listen/verify-request.js';
import type { Secret } from '../signature.js';
import type { EventFacts } from '../types.js';
import { ID_HEADER, type OutgoingMessage } from './publish-batch.js';
import { subjectOf } from './subject.js';

/** Header with the metadata of an event as JSON. Messages without it are not events. */
const EVENT = 'Archctl-Event';
/** Prefix of the headers of the original request. */
const ORIGINAL = 'Webhook-';

/** Converts an event to a message: the original bytes as payload, the original headers with a prefix. */
export function messageOf(
  { head, body }: { head: FrameHead; body: Uint8Array },
  pattern: string,
): OutgoingMessage {
  const { rawHeaders, ...rest } = head;
  const original = rawHeaders.map((text, at) => (at % 2 === 0 ? `${ORIGINAL}${text}` : text));
  const subject = subjectOf(pattern, {
    organization: head.organizationId,
    landscape: head.landscapeId,
    subscription: head.subscriptionId,
    resource: head.resourceId,
    collection: head.collection,
    operation: head.operation,
  });
  return { subject, headers: [EVENT, JSON.stringify(rest), ...original], id: idOf(head), body };
}

/** Identity of a delivery: subscription, timestamp and signature. */
const idOf = ({ subscriptionId, timestamp, signature }: FrameHead): string =>
  `${subscriptionId}.${timestamp}.${signature}`.replaceAll(/[^\w.-]/g, '_');

export interface VerifyMessages {
  /** Verifies each event again if not empty. */
  secrets: readonly Secret[];
  /** Names of the signature headers, in lower case. */
  headers: SignatureHeaders;
}

export type ReadMessage =
  | {
      kind: 'event';
      /** Identity of the delivery. */
      key: string;
      head: FrameHead;
      facts: EventFacts;
      event: WebhookEvent;
      text: string | undefined;
      body: Buffer;
    }
  /** A message for others, such as an action log. */
  | { kind: 'other' }
  | { kind: 'invalid'; reason: 'mismatch' | 'not-an-event'; message: string };

const ID = /^evt_[0-9a-z]{15}$/;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/**
 * Reads a message. Everyone who may publish to the stream can have written it, so the metadata is derived from the body
 * again. Without secrets, its claim to be verified is accepted.
 */
export function readMessage(
  message: { headers: MsgHdrs | undefined; data: Uint8Array },
  { secrets, headers }: VerifyMessages,
): ReadMessage {
  const json = message.headers?.get(EVENT);
  if (!message.headers || !json) return { kind: 'other' };
  const head = headIn(json, message.headers);
  const invalid = (text: string, reason: 'mismatch' | 'not-an-event' = 'not-an-event') =>
    ({ kind: 'invalid', reason, message: text }) as const;
  if (!head) return invalid('The message does not contain the metadata of an event.');
  const body = Buffer.from(message.data.buffer, message.data.byteOffset, message.data.byteLength);
  const request = { method: 'POST', url: '/', headers: byLowerCaseName(head.rawHeaders), body };
  const sentAt = Number(request.headers[headers.timestamp]);
  const rules = { path: '/', secrets, headers, allowUnverified: secrets.length === 0 };
  const accepted = verifyRequest(request, rules, sentAt);
  if (!accepted.ok) return invalid(accepted.message, accepted.status === 401 ? 'mismatch' : 'not-an-event');
  const receipt = { id: head.id, receivedAt: head.receivedAt, duplicate: false, size: body.byteLength };
  const claimed = {
    verified: head.verified === true,
    secretName: typeof head.secretName === 'string' ? head.secretName : null,
    timestamp: typeof head.timestamp === 'number' ? head.timestamp : null,
  };
  const facts = factsOf(accepted.verified ? accepted : { ...accepted, ...claimed }, receipt);
  return {
    kind: 'event',
    key: message.headers.get(ID_HEADER) || idOf(head),
    head,
    facts,
    event: accepted.event,
    text: accepted.text,
    body,
  };
}

function headIn(json: string, headers: MsgHdrs): FrameHead | undefined {
  const rawHeaders = headers
    .keys()
    .filter((name) => name.startsWith(ORIGINAL))
    .flatMap((name) => headers.values(name).flatMap((value) => [name.slice(ORIGINAL.length), value]));
  try {
    const head: Partial<FrameHead> = { ...JSON.parse(json), rawHeaders };
    return isHead(head) && ID.test(head.id) && RFC_3339.test(head.receivedAt) ? head : undefined;
  } catch {
    return undefined;
  }
}

function byLowerCaseName(rawHeaders: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    found[(rawHeaders[at] ?? '').toLowerCase()] ??= rawHeaders[at + 1] ?? '';
  return found;
}
