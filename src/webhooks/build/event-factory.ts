import { usageError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json/json-object.js';
import type { WebhookCollection, WebhookOperation } from '../../contract/webhook.js';
import type { WebhookEvent } from '../../contract/webhook-event.js';

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
  const resource = { ...versioned(template, id), ...SAMPLES[collection](id) };
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
  } as WebhookEvent;
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
  };
}

/** Common fields of model objects and connections. */
const MODEL = {
  links: {},
  linked: false,
  status: 'live',
  tagIds: [],
  technologyIds: [],
  diagrams: {},
  flows: {},
};

/** Fields of a sample record beside those of every versioned record. */
const SAMPLES: Record<WebhookCollection, (id: () => string) => JsonObject> = {
  'model-object': (id) => {
    const parentId = id();
    return {
      ...MODEL,
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
    };
  },
  'model-connection': (id) => ({
    ...MODEL,
    name: 'Settles payments',
    description: 'Sends the settlements of a day.',
    direction: 'outgoing',
    originId: id(),
    targetId: id(),
    viaId: null,
  }),
  diagram: (id) => ({
    name: 'Payments',
    description: 'Apps that take payments.',
    type: 'app-diagram',
    status: 'current',
    modelId: id(),
    groupId: null,
    parentId: null,
    index: 0,
    pinned: false,
    commentCount: 0,
    connectionCount: 1,
    objectCount: { actor: 0, app: 2, component: 0, group: 0, store: 0, system: 0, area: 0, box: 2 },
    zoomOverrides: null,
  }),
  'diagram-group': (id) => ({ name: 'Payments', modelId: id(), index: 0 }),
  flow: (id) => ({
    name: 'Take a payment',
    diagramId: id(),
    index: 0,
    pinned: false,
    showAllSteps: false,
    showConnectionNames: true,
    steps: {},
  }),
  tag: (id) => ({
    name: 'Live',
    color: 'green',
    groupId: id(),
    index: 0,
    modelObjectIds: [],
    modelConnectionIds: [],
  }),
  'tag-group': () => ({ name: 'State', icon: 'rocket', index: 0 }),
};

const UPDATES: Record<WebhookCollection, JsonObject> = {
  'model-object': { name: 'Payments API', status: 'deprecated' },
  'model-connection': { name: 'Settles payments hourly', direction: 'bidirectional' },
  diagram: { name: 'Payments and refunds', pinned: true },
  'diagram-group': { name: 'Payments and refunds' },
  flow: { name: 'Take a card payment', pinned: true },
  tag: { name: 'In production', color: 'blue' },
  'tag-group': { name: 'Life cycle', icon: 'star' },
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
