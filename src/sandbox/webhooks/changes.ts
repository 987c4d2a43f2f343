import { type Doc, dashed } from '../../contract/doc.js';
import { SCALE_AND_ABOVE } from '../../contract/limits.js';
import type { Kind } from '../../contract/records.js';
import { nameOf } from '../../contract/rules/cascade.js';
import { sameContent } from '../../contract/rules/content.js';
import {
  WEBHOOK_COLLECTIONS,
  type WebhookCollection,
  type WebhookEvent,
  type WebhookOperation,
} from '../../contract/webhook.js';
import type { Action } from '../services.js';

/** What the service calls the collection of a kind; undefined for those that events are not about. */
const collectionOf = (kind: Kind): WebhookCollection | undefined =>
  WEBHOOK_COLLECTIONS.find((it) => it === dashed(kind));

interface Noted {
  kind: Kind;
  collection: WebhookCollection;
  id: string;
  before: Doc | undefined;
}

/**
 * Remembers what the records of a request were before it, and queues an event for each that is another afterwards
 * (docs/service.md#webhooks). The queue is written in the transaction of the request: an event exists where its
 * change does, and nowhere else.
 *
 * One request makes one event for a record at most, whatever it did on the way. A record whose derived fields alone
 * moved (`childIds`, `diagrams` …), or whose commit alone counted on, is not another: no event.
 */
export function changeTracker({ services, key, now }: Action) {
  const { records, subscriptions, outbox } = services.store;
  const noted = new Map<string, Noted>();
  const receivers = SCALE_AND_ABOVE.includes(services.plan) ? subscriptions.enabled() : [];
  return {
    /** To be called before a record is written or removed. */
    note(kind: Kind, id: string): void {
      const collection = receivers.length === 0 ? undefined : collectionOf(kind);
      if (collection === undefined) return;
      const name = nameOf(kind, id);
      if (noted.has(name)) return;
      const found = records.get(kind, id);
      // A copy: what is computed when it is read has to be read now.
      noted.set(name, { kind, collection, id, before: found && { ...found } });
    },
    /** To be called once everything is written. */
    announce(): void {
      for (const { kind, collection, id: resourceId, before = null } of noted.values()) {
        const after = records.get(kind, resourceId) ?? null;
        const operation = operationOf(kind, before, after);
        if (operation === undefined) continue;
        for (const { id: subscriptionId } of receivers) {
          const { organizationId } = key;
          const event: WebhookEvent = {
            collection,
            operation,
            organizationId,
            subscriptionId,
            resourceId,
            before,
            after,
          };
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
      noted.clear();
    },
  };
}

/** What happened to a record; undefined where nothing did. */
function operationOf(kind: Kind, before: Doc | null, after: Doc | null): WebhookOperation | undefined {
  if (before === null) return after === null ? undefined : 'created';
  if (after === null) return 'deleted';
  const same = sameContent(kind, before, after) && before.handleId === after.handleId;
  return same ? undefined : 'updated';
}
