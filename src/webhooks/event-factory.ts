import type { WebhookCollection, WebhookEvent, WebhookOperation } from '../contract/webhook.js';
import { usageError } from '../errors.js';

export interface EventWish {
  collection: WebhookCollection;
  operation: WebhookOperation;
  organizationId?: string | undefined;
  subscriptionId?: string | undefined;
  landscapeId?: string | undefined;
  /** Ids like the service's; `random` gives 0 up to and without 1. */
  random: () => number;
  now: () => Date;
}

const ID_LENGTH = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An event as the service would send it, about a resource that is made up (service document, Events, Delivery). */
export function makeEvent(wish: EventWish): WebhookEvent {
  const { collection, operation, random } = wish;
  const id = (): string =>
    Array.from({ length: ID_LENGTH }, () => ALPHABET[Math.floor(random() * ALPHABET.length)] ?? 'A').join('');
  const resource = wish.collection === 'model-object' ? madeUpObject(wish, id) : madeUpConnection(wish, id);
  const renamed = { ...resource, name: `${resource.name}, renamed`, commit: 2, version: 2 };
  return {
    collection,
    operation,
    organizationId: wish.organizationId ?? id(),
    subscriptionId: wish.subscriptionId ?? id(),
    resourceId: resource.id,
    before: operation === 'created' ? null : resource,
    after: operation === 'deleted' ? null : operation === 'updated' ? renamed : resource,
  };
}

const shared = ({ landscapeId, now }: EventWish, id: () => string) => ({
  id: id(),
  landscapeId: landscapeId ?? id(),
  versionId: id(),
  handleId: id(),
  labels: {},
  status: 'live',
  commit: 1,
  version: 1,
  createdAt: now().toISOString(),
  updatedAt: now().toISOString(),
});

const madeUpObject = (wish: EventWish, id: () => string) => ({
  ...shared(wish, id),
  name: 'Order Service',
  type: 'app',
  parentId: id(),
  external: false,
  tagIds: [],
  technologyIds: [],
});

const madeUpConnection = (wish: EventWish, id: () => string) => ({
  ...shared(wish, id),
  name: 'Sends orders',
  originId: id(),
  targetId: id(),
  viaId: null,
  direction: 'outgoing',
  tagIds: [],
  technologyIds: [],
});

type Fields = Record<string, unknown>;

/** Sets fields by dotted path (`after.name`); values are JSON where they parse as such, else text. Errors: `usage`. */
export function setFields(event: WebhookEvent, set: Readonly<Record<string, string>>): WebhookEvent {
  const copy = structuredClone(event) as Fields;
  for (const [path, text] of Object.entries(set)) setField(copy, path.split('.'), parsedValue(text), path);
  return copy as unknown as WebhookEvent;
}

function setField(target: Fields, [key = '', ...rest]: string[], value: unknown, path: string): void {
  if (key === '')
    throw usageError(`"${path}" is not a path into the event.`, { hint: 'Example: after.name=Shop.' });
  if (rest.length === 0) {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const below = Object.hasOwn(target, key) ? target[key] : undefined;
  if (below !== undefined && (typeof below !== 'object' || below === null)) {
    throw usageError(`"${path}" leads through "${key}", which is ${JSON.stringify(below)} in this event.`);
  }
  const next = (below ?? {}) as Fields;
  if (below === undefined) setField(target, [key], next, path);
  setField(next, rest, value, path);
}

function parsedValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
