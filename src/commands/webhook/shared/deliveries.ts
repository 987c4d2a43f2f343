import type { Context } from '../../../cli/command/spec.js';
import { isDelivered, type WebhookCollection, type WebhookOperation } from '../../../contract/webhook.js';
import type { WebhookEvent } from '../../../contract/webhook-event.js';
import { type Break, replayDelivery, signedDelivery } from '../../../webhooks/build/delivery.js';
import { makeEvent } from '../../../webhooks/build/event-factory.js';
import type { Delivery, SendResult } from '../../../webhooks/forward/send.js';
import type { InspectedOutcome } from '../../../webhooks/inspect/types.js';
import type { Secret } from '../../../webhooks/signature.js';
import type { HeaderList } from '../../../webhooks/types.js';

/** Deliveries that `webhook trigger`, `webhook replay` and the inspector send. */

const unixTime = ({ world }: Context): number => Math.floor(world.now().getTime() / 1000);

/** Creates a test event with the user's default scopes. */
export function testEvent(
  { world, settings }: Context,
  collection: WebhookCollection,
  operation: WebhookOperation,
  { subscriptionId }: Secret,
): WebhookEvent {
  return makeEvent({
    collection,
    operation,
    random: world.random ?? Math.random,
    now: world.now,
    organizationId: settings.scope('org')?.value,
    landscapeId: settings.scope('landscape')?.value,
    subscriptionId,
  });
}

interface SigningOptions {
  headerPrefix?: string | undefined;
  /** Deliberate defect. */
  break?: Break | undefined;
}

/** Signs an event as of now. */
export const deliveryOf = (
  context: Context,
  event: unknown,
  { secret }: Secret,
  options: SigningOptions,
): Delivery =>
  signedDelivery({ body: JSON.stringify(event), secret, timestamp: unixTime(context), ...options });

/** The result of a replay, as it is stored with the event. */
export const outcomeOfSend = (
  { world }: Pick<Context, 'world'>,
  url: URL,
  { status, ms, error, answer }: SendResult,
): InspectedOutcome => ({
  kind: 'replay',
  at: world.now().toISOString(),
  target: `${url.origin}${url.pathname}`,
  url: url.href,
  result: status,
  succeeded: isDelivered(status),
  ms,
  text: error ?? answer,
});

interface SentRequest {
  method: string;
  headers: HeaderList;
  body: Uint8Array;
}

/** Rebuilds the delivery of a received event; with a secret, signed as of now, otherwise as received. */
export const replayOf = (
  context: Context,
  { method, headers, body }: SentRequest,
  secret: Secret | undefined,
  headerPrefix: string | undefined,
): Delivery =>
  replayDelivery({
    ...{ method, headers, body },
    reSign: secret && { secret: secret.secret, timestamp: unixTime(context), headerPrefix },
  });
