import { nameIn } from '../event-name.js';
import type { FrameHead } from '../event-store/frame.js';
import { parseBody } from '../parse-event.js';
import type { EventFacts, RejectedRecord } from '../types.js';
import type { InspectedRow } from './types.js';

/** Longest name in a row, in characters. */
const MAX_NAME = 200;

/** Redacts this machine's secrets in a text. */
export type RedactText = (text: string) => string;

/** Texts of the service can have any length. */
const short = (text: string, redact: RedactText): string => redact(text).slice(0, MAX_NAME);

export function rowOfEvent(
  facts: EventFacts | FrameHead,
  body: Uint8Array,
  redact: RedactText,
): InspectedRow {
  const { id, receivedAt, verified, unverifiedReason = null, duplicate, size } = facts;
  const name = nameIn(Buffer.from(body).toString('utf8'));
  return {
    id,
    receivedAt,
    result: verified ? 'verified' : 'unverified',
    reason: unverifiedReason,
    duplicate,
    collection: short(facts.collection, redact),
    operation: short(facts.operation, redact),
    resourceId: short(facts.resourceId, redact),
    name: name === undefined ? null : short(name, redact),
    size,
  };
}

/** Row of a rejected delivery; the event in its body, if there is one, is not verified. */
export function rowOfRejected(
  { at, reason, size }: RejectedRecord,
  id: string,
  body: Buffer | undefined,
  redact: RedactText,
): InspectedRow {
  const parsed = body && parseBody(body);
  const nothing = { collection: null, operation: null, resourceId: null, name: null };
  const rejected = { id, receivedAt: at, result: 'rejected', reason, duplicate: false, size } as const;
  if (!body || !parsed?.ok) return { ...rejected, ...nothing };
  const { collection, operation, resourceId } = parsed.event;
  const name = nameIn(body.toString('utf8'));
  return {
    ...rejected,
    collection: short(collection, redact),
    operation: short(operation, redact),
    resourceId: short(resourceId, redact),
    name: name === undefined ? null : short(name, redact),
  };
}
