import type { WebhookCollection, WebhookEvent, WebhookOperation } from '../contract/webhook.js';
import { ArchctlError } from '../errors.js';

export interface EventWish {
  collection: WebhookCollection;
  operation: WebhookOperation;
  organizationId?: string;
  subscriptionId?: string;
  landscapeId?: string;
  /** Ids like the service's; `random` gives 0 up to and without 1. */
  random: () => number;
  now: () => Date;
}

/** An event as the service would send it, about a resource that is made up. */
export function makeEvent(_wish: EventWish): WebhookEvent {
  throw new ArchctlError('unexpected', 'Not built yet.');
}

/** Sets fields by dotted path (`after.name`); values are JSON where they parse as such, else text. Errors: `usage`. */
export function setFields(_event: WebhookEvent, _set: Readonly<Record<string, string>>): WebhookEvent {
  throw new ArchctlError('unexpected', 'Not built yet.');
}
