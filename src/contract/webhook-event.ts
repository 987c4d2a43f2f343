import type { Diagram } from './resources/diagram.js';
import type { DiagramGroup } from './resources/diagram-group.js';
import type { Flow } from './resources/flow.js';
import type { ModelConnection } from './resources/model-connection.js';
import type { ModelObject } from './resources/model-object.js';
import type { Tag, TagGroup } from './resources/tag.js';
import type { WebhookCollection, WebhookOperation } from './webhook.js';

/** Records by the collection of an event (docs/service.md#delivery). */
interface WebhookRecords {
  /** A model object. */
  'model-object': ModelObject;
  /** A model connection. */
  'model-connection': ModelConnection;
  /** A diagram. */
  diagram: Diagram;
  /** A diagram group. */
  'diagram-group': DiagramGroup;
  /** A flow. */
  flow: Flow;
  /** A tag. */
  tag: Tag;
  /** A tag group. */
  'tag-group': TagGroup;
}

/**
 * State of a record in an event. Only `id` is always present, because no other field is documented: fetch the
 * record if a field is missing.
 */
export type WebhookState<C extends WebhookCollection> = Pick<WebhookRecords[C], 'id'> &
  Partial<WebhookRecords[C]>;

declare enum Undocumented {
  value = 'A value that this version of archctl does not list.',
}

/**
 * A collection or operation that this version does not list: any other text. The type is not `string`, because a
 * comparison with a documented value then would not narrow the event. Assign it to a `string` to compare it.
 */
export type UndocumentedValue = Undocumented.value;

/** Fields of every event. Fields that this version does not list are preserved. */
interface EventFields {
  /** The organization. */
  organizationId: string;
  /** The subscription that sent the event. */
  subscriptionId: string;
  /** Id of the changed record. */
  resourceId: string;
  [field: string]: unknown;
}

/** States before and after a documented operation. */
interface StatesByOperation<State> {
  created: { before: null; after: State };
  updated: { before: State; after: State };
  deleted: { before: State; after: null };
}

/** Event of a documented collection and operation. */
export type KnownWebhookEvent<
  C extends WebhookCollection = WebhookCollection,
  O extends WebhookOperation = WebhookOperation,
> = {
  [Collection in C]: {
    [Operation in O]: EventFields & {
      /** Kind of the changed record. */
      collection: Collection;
      /** Kind of change. */
      operation: Operation;
    } & StatesByOperation<WebhookState<Collection>>[Operation];
  }[O];
}[C];

/** State of a record of an event that this version does not list. */
type UnknownState = Record<string, unknown> | null;

/** Event whose collection, operation or both are not listed by this version. */
export type UnknownWebhookEvent = EventFields &
  (
    | {
        collection: UndocumentedValue;
        operation: WebhookOperation | UndocumentedValue;
        before: UnknownState;
        after: UnknownState;
      }
    | {
        [Collection in WebhookCollection]: {
          collection: Collection;
          operation: UndocumentedValue;
          before: WebhookState<Collection> | null;
          after: WebhookState<Collection> | null;
        };
      }[WebhookCollection]
  );

/**
 * Body of a delivery: a union that `collection` and `operation` narrow. A `switch` needs a `default` branch for the
 * values of a newer service.
 */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;
