import { usageError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json-object.js';
import type { WebhookCollection, WebhookEvent, WebhookOperation } from '../../contract/webhook.js';

export interface EventTemplate {
  collection: WebhookCollection;
  operation: WebhookOperation;
  organizationId?: string | undefined;
  subscriptionId?: string | undefined;
  landscapeId?: string | undefined;
  /** Creates ids in the service's format; `random` returns a number from 0 to 1, excluding 1. */
  random: () => number;
  now: () => Date;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 20;
const HOUR_MS = 3_600_000;

/**
 * Creates a sample event in the service's format (docs/service.md#delivery): `before` is null for a created resource,
 * `after` for a deleted one.
 */
export function makeEvent(template: EventTemplate): WebhookEvent {
  const { collection, operation, random } = template;
  const id = () =>
    Array.from({ length: ID_LENGTH }, () => ALPHABET[Math.floor(random() * ALPHABET.length)] ?? '').join('');
  const resource = collection === 'model-object' ? modelObject(template, id) : modelConnection(template, id);
  const now = template.now().toISOString();
  const updated = { ...resource, ...UPDATES[collection], commit: 2, version: 2, updatedAt: now };
  return {
    collection,
    operation,
    organizationId: template.organizationId ?? id(),
    subscriptionId: template.subscriptionId ?? id(),
    resourceId: String(resource.id),
    before: operation === 'created' ? null : resource,
    after: operation === 'deleted' ? null : operation === 'updated' ? updated : resource,
  };
}

/** Fields of versioned records (docs/service.md#versioned-records). */
function versioned({ operation, landscapeId, now }: EventTemplate, id: () => string): JsonObject {
  // An updated or deleted resource was created earlier.
  const made = new Date(now().getTime() - (operation === 'created' ? 0 : HOUR_MS)).toISOString();
  const userId = id();
  return {
    id: id(),
    handleId: id(),
    landscapeId: landscapeId ?? id(),
    versionId: id(),
    commit: 1,
    version: 1,
    createdAt: made,
    createdBy: 'user',
    createdById: userId,
    updatedAt: made,
    updatedBy: 'user',
    updatedById: userId,
    labels: {},
    links: {},
    status: 'live',
    tagIds: [],
    technologyIds: [],
  };
}

function modelObject(template: EventTemplate, id: () => string): JsonObject {
  const parentId = id();
  return {
    ...versioned(template, id),
    type: 'app',
    name: 'Payment API',
    caption: 'Takes payments',
    description: 'Takes card payments and settles them once a day.',
    external: false,
    parentId,
    parentIds: [parentId],
    childIds: [],
    childDiagramIds: [],
    domainId: id(),
    groupIds: [],
    teamIds: [],
    teamOnlyEditing: false,
    icon: null,
    linked: false,
  };
}

const modelConnection = (template: EventTemplate, id: () => string): JsonObject => ({
  ...versioned(template, id),
  name: 'Settles payments',
  description: 'Sends the settlements of a day.',
  direction: 'outgoing',
  originId: id(),
  targetId: id(),
  viaId: null,
  linked: false,
});

const UPDATES: Record<WebhookCollection, JsonObject> = {
  'model-object': { name: 'Payments API', status: 'deprecated' },
  'model-connection': { name: 'Settles payments hourly', direction: 'bidirectional' },
};

/**
 * Returns a copy with fields set by dotted path (`after.name`); a value is parsed as JSON if possible and is a string
 * otherwise.
 * @throws ArchctlError `usage` for a path through a value without fields.
 */
export function setFields(event: WebhookEvent, set: Readonly<Record<string, string>>): WebhookEvent {
  const copy = structuredClone(event);
  for (const [path, text] of Object.entries(set)) setField(copy, path, parsedOr(text));
  return copy;
}

function setField(target: JsonObject, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  if (last === '' || names.includes('')) throw usageError(`"${path}" is not a valid field path.`);
  let place: unknown = target;
  for (const name of names) {
    const holder = place as JsonObject;
    if (!Object.hasOwn(holder, name) || holder[name] === null) define(holder, name, {});
    place = holder[name];
    if (typeof place !== 'object' || place === null)
      throw usageError(`"${path}" is not a valid field path: "${name}" has no fields.`);
  }
  define(place as JsonObject, last, value);
}

/** Defines a property without reaching the prototype. */
function define(target: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
