import type { IncomingMessage } from 'node:http';
import { landscapeOf, unknownFields } from '../../contract/webhook.js';
import type { EventFacts } from '../types.js';
import type { Accepted } from './verify-request.js';

interface Receipt {
  id: string;
  /** Milliseconds since the epoch. */
  now: number;
  duplicate: boolean;
  size: number;
}

/** What is known of an event beside its bytes. */
export function factsOf(
  { event, verified, secretName, unverifiedReason, timestamp }: Accepted,
  { id, now, duplicate, size }: Receipt,
): EventFacts {
  return {
    id,
    receivedAt: new Date(now).toISOString(),
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

/** The head of its frame on disk: the facts, which are JSON already, and what was sent. */
export function headJson(
  factsJson: string,
  { method = '', url = '', rawHeaders }: IncomingMessage,
  signature: string | null,
): string {
  const sent = JSON.stringify({ method, path: url, rawHeaders, signature });
  return `${factsJson.slice(0, -1)},${sent.slice(1)}`;
}

/** Its record: the facts, which are JSON already, and the event as it came. */
export const recordJson = (factsJson: string, text: string, at: string, kept: boolean): string =>
  `{"type":"event","version":1,"at":"${at}",${factsJson.slice(1, -1)},"kept":${kept},"event":${text}}`;
