/** Types of events and requests. The compiler checks them; nothing is sent. */
import type { IncomingMessage } from 'node:http';
import type { Request as ExpressRequest } from 'express';
import type { FastifyRequest } from 'fastify';
import type { Context } from 'hono';
import { describe, expectTypeOf, it } from 'vitest';
import type { Flow, ModelConnection, ModelObject, Tag } from '../../src/index.js';
import type {
  KnownWebhookEvent,
  receive,
  UnknownWebhookEvent,
  WEBHOOK_COLLECTIONS,
  WEBHOOK_OPERATIONS,
  WebhookCollection,
  WebhookEvent,
  WebhookOperation,
} from '../../src/webhooks/index.js';

/** Uses of an event that compile, and uses that must not. The function is never called. */
function uses(event: WebhookEvent): unknown {
  const id: string | undefined = event.after?.id as string | undefined;
  if (event.collection === 'model-object' && event.operation === 'updated') {
    expectTypeOf(event).toEqualTypeOf<KnownWebhookEvent<'model-object', 'updated'>>();
    expectTypeOf(event.before.name).toEqualTypeOf<ModelObject['name'] | undefined>();
    expectTypeOf(event.after.type).toEqualTypeOf<ModelObject['type'] | undefined>();
    expectTypeOf(event.after.id).toEqualTypeOf<string>();
    // @ts-expect-error only the id is documented
    const name: string = event.after.name;
    return name;
  }
  if (event.operation === 'created') {
    expectTypeOf(event.collection).toExtend<string>();
    if (event.collection === 'tag') {
      expectTypeOf(event.before).toEqualTypeOf<null>();
      expectTypeOf(event.after.color).toEqualTypeOf<Tag['color'] | undefined>();
    }
  }
  if (event.collection === 'model-connection') {
    if (event.operation === 'deleted') {
      expectTypeOf(event.after).toEqualTypeOf<null>();
      expectTypeOf(event.before.originId).toEqualTypeOf<ModelConnection['originId'] | undefined>();
      // @ts-expect-error a deleted record has no state after it
      return event.after.originId;
    }
    // @ts-expect-error the state is null for one of the operations
    return event.before.originId;
  }
  // @ts-expect-error not a collection; the type of unknown ones is not comparable either
  if (event.collection === 'tags') return id;
  return event.organizationId;
}

/** A function that handles every documented event, and those of a newer service. */
function exhaustive(event: WebhookEvent): string {
  switch (event.collection) {
    case 'model-object':
    case 'model-connection':
    case 'diagram':
    case 'diagram-group':
      return event.before?.id ?? event.after?.id ?? '';
    case 'flow': {
      const state = event.operation === 'deleted' ? event.before : event.after;
      expectTypeOf(state?.steps).toEqualTypeOf<Flow['steps'] | undefined>();
      return event.operation;
    }
    case 'tag':
    case 'tag-group':
      switch (event.operation) {
        case 'created':
        case 'updated':
          return event.after.id;
        case 'deleted':
          return event.before.id;
        default:
          // An operation of a newer service.
          return [event.operation, event.before?.id].join();
      }
    default: {
      expectTypeOf(event).toExtend<UnknownWebhookEvent>();
      const collection: string = event.collection;
      return collection === 'domain' ? String(event.after?.name) : collection;
    }
  }
}

/** Without a `default`, the compiler reports that a newer service can send other events. */
// @ts-expect-error not all code paths return a value
function incomplete(event: WebhookEvent): string {
  switch (event.operation) {
    case 'created':
    case 'updated':
    case 'deleted':
      return event.operation;
  }
}

describe('events', () => {
  it('are narrowed by collection and operation', () => {
    expectTypeOf(uses).toBeFunction();
    expectTypeOf(exhaustive).returns.toBeString();
    expectTypeOf(incomplete).toBeFunction();
  });

  it('exist for every documented collection and operation', () => {
    expectTypeOf<KnownWebhookEvent['collection']>().toEqualTypeOf<(typeof WEBHOOK_COLLECTIONS)[number]>();
    expectTypeOf<KnownWebhookEvent['operation']>().toEqualTypeOf<(typeof WEBHOOK_OPERATIONS)[number]>();
    type Missing = {
      [C in WebhookCollection]: {
        [O in WebhookOperation]: KnownWebhookEvent<C, O> extends WebhookEvent ? never : [C, O];
      }[WebhookOperation];
    }[WebhookCollection];
    expectTypeOf<Missing>().toBeNever();
  });

  it('keep undocumented fields', () => {
    expectTypeOf<WebhookEvent['sentAt']>().toBeUnknown();
  });
});

describe('receive', () => {
  it('accepts the requests of every framework', () => {
    type Accepted = Parameters<typeof receive>[0];
    expectTypeOf<Request>().toExtend<Accepted>();
    expectTypeOf<IncomingMessage>().toExtend<Accepted>();
    expectTypeOf<ExpressRequest>().toExtend<Accepted>();
    expectTypeOf<FastifyRequest>().toExtend<Accepted>();
    expectTypeOf<Context['req']['raw']>().toExtend<Accepted>();
    expectTypeOf<{
      method: 'POST';
      headers: Record<string, string>;
      body: Uint8Array;
    }>().toExtend<Accepted>();
  });

  it('does not accept other values', () => {
    expectTypeOf<string>().not.toExtend<Parameters<typeof receive>[0]>();
    expectTypeOf<Context['req']>().not.toExtend<Parameters<typeof receive>[0]>();
  });
});
