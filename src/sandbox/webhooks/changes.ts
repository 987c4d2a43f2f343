import { type Doc, dashed } from '../../contract/doc.js';
import { SCALE_AND_ABOVE } from '../../contract/limits.js';
import type { Kind } from '../../contract/records.js';
import { recordKey } from '../../contract/rules/cascade.js';
import { sameContent } from '../../contract/rules/diagrams/content.js';
import {
  WEBHOOK_COLLECTIONS,
  type WebhookCollection,
  type WebhookOperation,
} from '../../contract/webhook.js';
import type { WebhookEvent } from '../../contract/webhook-event.js';
import { computeLists } from '../records/postponed-lists.js';
import type { Action } from '../services.js';

/** The service's collection name for a kind; undefined for kinds without events. */
const collectionOf = (kind: Kind): WebhookCollection | undefined =>
  WEBHOOK_COLLECTIONS.find((it) => it === dashed(kind));

interface Captured {
  kind: Kind;
  collection: WebhookCollection;
  id: string;
  before: Doc | undefined;
}

/**
 * Captures the state of records before a request changes them, and queues an event for each changed record
 * (docs/service.md#webhooks). Events are queued in the transaction of the request, so an event exists if and only if
 * its change was committed.
 *
 * A request creates at most one event per record. Changes to derived fields (`childIds`, `diagrams` …) or to `commit`
 * alone create no event.
 */
export function changeTracker({ services, key, now }: Action) {
  const { records, subscriptions, outbox } = services.store;
  const captured = new Map<string, Captured>();
  const receivers = SCALE_AND_ABOVE.includes(services.plan) ? subscriptions.enabled() : [];
  return {
    /** Captures the state of a record, unless it was captured before. Call it before each write or delete. */
    capture(kind: Kind, id: string): void {
      const collection = receivers.length === 0 ? undefined : collectionOf(kind);
      if (collection === undefined) return;
      const name = recordKey(kind, id);
      if (captured.has(name)) return;
      computeLists(records, kind, id);
      captured.set(name, { kind, collection, id, before: records.get(kind, id) });
    },
    /** Queues the events. Call it after all writes of the request. */
    queueEvents(): void {
      for (const { kind, collection, id: resourceId, before = null } of captured.values()) {
        computeLists(records, kind, resourceId);
        const after = records.get(kind, resourceId) ?? null;
        const operation = operationOf(kind, before, after);
        if (operation === undefined) continue;
        for (const { id: subscriptionId } of receivers) {
          const { organizationId } = key;
          const event = {
            collection,
            operation,
            organizationId,
            subscriptionId,
            resourceId,
            before,
            after,
          } as WebhookEvent;
          const id = services.newId();
          const body = JSON.stringify(event);
          const queuedAt = services.deliveries.now();
          outbox.add({
            id,
            subscriptionId,
            collection,
            operation,
            resourceId,
            createdAt: now,
            queuedAt,
            body,
          });
        }
      }
      captured.clear();
    },
  };
}

/** The operation on a record; undefined if it did not change. */
function operationOf(kind: Kind, before: Doc | null, after: Doc | null): WebhookOperation | undefined {
  if (before === null) return after === null ? undefined : 'created';
  if (after === null) return 'deleted';
  const same = sameContent(kind, before, after) && before.handleId === after.handleId;
  return same ? undefined : 'updated';
}
