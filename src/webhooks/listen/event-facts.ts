import { landscapeOf, unknownFields } from '../../contract/webhook.js';
import type { FrameHead } from '../event-store/frame.js';
import { type EventFacts, type EventRecord, RECORD_JSON } from '../types.js';
import type { Accepted } from './verify-request.js';

interface Receipt {
  id: string;
  /** RFC 3339. */
  receivedAt: string;
  duplicate: boolean;
  size: number;
}

/** Formats times as RFC 3339 and caches the last millisecond, because many events share one. */
export function timeWriter(): (ms: number) => string {
  let last = Number.NaN;
  let text = '';
  return (ms) => {
    if (ms !== last) {
      last = ms;
      text = new Date(ms).toISOString();
    }
    return text;
  };
}

/** Returns the metadata of an event, without its body. */
export function factsOf(
  { event, verified, secretName, unverifiedReason, timestamp }: Accepted,
  { id, receivedAt, duplicate, size }: Receipt,
): EventFacts {
  return {
    id,
    receivedAt,
    verified,
    secretName,
    unverifiedReason,
    duplicate,
    unknown: unknownFields(event),
    collection: event.collection,
    operation: event.operation,
    resourceId: event.resourceId,
    organizationId: event.organizationId,
    subscriptionId: event.subscriptionId,
    landscapeId: landscapeOf(event),
    timestamp,
    size,
  };
}

/** Returns the head of a frame: the metadata, already serialized, and the fields of the request. */
export const headJson = (factsJson: string, sent: Omit<FrameHead, keyof EventFacts>): string =>
  `${factsJson.slice(0, -1)},${JSON.stringify(sent).slice(1)}`;

/** Returns the record of an event. Copies field by field: spreading the metadata would cost as much as creating it. */
export const recordOf = (
  facts: EventFacts,
  { event, kept, json }: Pick<EventRecord, 'event' | 'kept'> & { json: string | undefined },
): EventRecord => ({
  type: 'event',
  version: 1,
  at: facts.receivedAt,
  id: facts.id,
  receivedAt: facts.receivedAt,
  verified: facts.verified,
  secretName: facts.secretName,
  unverifiedReason: facts.unverifiedReason,
  duplicate: facts.duplicate,
  unknown: facts.unknown,
  collection: facts.collection,
  operation: facts.operation,
  resourceId: facts.resourceId,
  organizationId: facts.organizationId,
  subscriptionId: facts.subscriptionId,
  landscapeId: facts.landscapeId,
  timestamp: facts.timestamp,
  size: facts.size,
  kept,
  event,
  [RECORD_JSON]: json,
});

/** Returns that record as JSON, from serialized metadata and the event as received. */
export const recordJson = (factsJson: string, text: string, at: string, kept: boolean): string =>
  `{"type":"event","version":1,"at":"${at}",${factsJson.slice(1, -1)},"kept":${kept},"event":${text}}`;
