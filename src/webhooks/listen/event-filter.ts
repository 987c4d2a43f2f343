import type { WebhookEvent } from '../../contract/webhook.js';

/** Events that are wanted: all conditions that are given must hold. */
export interface EventFilter {
  collections?: readonly string[] | undefined;
  operations?: readonly string[] | undefined;
  match?: ((event: WebhookEvent) => boolean) | undefined;
}

/** A `match` that throws lets nothing through. */
export function passes({ collections, operations, match }: EventFilter, event: WebhookEvent): boolean {
  if (collections?.length && !collections.includes(event.collection)) return false;
  if (operations?.length && !operations.includes(event.operation)) return false;
  try {
    return match?.(event) ?? true;
  } catch {
    return false;
  }
}
