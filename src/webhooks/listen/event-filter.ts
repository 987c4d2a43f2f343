import type { WebhookEvent } from '../../contract/webhook.js';

/** Filter for events; all given conditions must hold. */
export interface EventFilter {
  collections?: readonly string[] | undefined;
  operations?: readonly string[] | undefined;
  match?: ((event: WebhookEvent) => boolean) | undefined;
}

/** Whether an event passes the filter. A `match` that throws rejects the event. */
export function passes({ collections, operations, match }: EventFilter, event: WebhookEvent): boolean {
  if (collections?.length && !collections.includes(event.collection)) return false;
  if (operations?.length && !operations.includes(event.operation)) return false;
  try {
    return match?.(event) ?? true;
  } catch {
    return false;
  }
}
