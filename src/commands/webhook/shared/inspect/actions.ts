import { ArchctlError, usageError } from '../../../../base/errors.js';
import type { Context } from '../../../../cli/command/spec.js';
import {
  WEBHOOK_COLLECTIONS,
  WEBHOOK_OPERATIONS,
  type WebhookCollection,
  type WebhookOperation,
} from '../../../../contract/webhook.js';
import { BREAKS, type Break, signedCurl } from '../../../../webhooks/build/delivery.js';
import type { Delivery, Sender } from '../../../../webhooks/forward/send.js';
import type { Redaction } from '../../../../webhooks/inspect/inspected-event.js';
import type { Inspector, ReplayableEvent } from '../../../../webhooks/inspect/inspector.js';
import type { InspectedOutcome } from '../../../../webhooks/inspect/types.js';
import { deliveryOf, outcomeOfSend, replayOf, testEvent } from '../deliveries.js';
import { secretsOf, signingSecret } from '../options.js';
import { targetUrl } from '../send.js';

/** Actions of the inspector's page. Inputs come from the page. */
export interface InspectorActions {
  /** Sends an event again: signed as of now if a secret is available, unless it is sent as received. */
  replay(input: Input): Promise<InspectedOutcome>;
  /** Sends a signed test event. */
  trigger(input: Input): Promise<InspectedOutcome>;
  /** Commands that sign an event and send it with curl. */
  curl(input: Input): string;
}

export type Input = Readonly<Record<string, unknown>>;

export interface ActionOptions {
  inspector: Inspector;
  redaction: Redaction;
  sender: Sender;
  secretFile: string | undefined;
  headerPrefix: string | undefined;
  /** Cancels requests when the page closes. */
  signal: AbortSignal;
}

export function inspectorActions(context: Context, options: ActionOptions): InspectorActions {
  const { inspector, redaction, sender, secretFile, headerPrefix, signal } = options;
  const send = async (url: URL, delivery: Delivery): Promise<InspectedOutcome> => {
    const outcome = outcomeOfSend(context, url, await sender.send({ url, delivery, signal }));
    return { ...outcome, target: redaction.text(outcome.target), text: redaction.text(outcome.text) };
  };
  const target = ({ to }: Input): URL => targetUrl(textOf(to), 'The target');
  const eventOf = ({ id }: Input): ReplayableEvent => {
    const event = inspector.replayable(textOf(id));
    if (!event) throw new ArchctlError('not-found', 'The event is no longer available.');
    return event;
  };
  return {
    async replay(input) {
      const url = target(input);
      const event = eventOf(input);
      const signs = input.asReceived !== true && secretsOf(context, secretFile).length > 0;
      const secret = signs ? signingSecret(context, secretFile, event.subscriptionId) : undefined;
      const outcome = await send(url, replayOf(context, event, secret, headerPrefix));
      inspector.addOutcome(textOf(input.id), outcome);
      return withoutUrl(outcome);
    },
    async trigger(input) {
      const url = target(input);
      const collection: WebhookCollection = oneOf(WEBHOOK_COLLECTIONS, input.collection, 'collection');
      const operation: WebhookOperation = oneOf(WEBHOOK_OPERATIONS, input.operation, 'operation');
      const broken: Break | undefined =
        textOf(input.break) === '' ? undefined : oneOf(BREAKS, input.break, 'defect');
      const secret = signingSecret(context, secretFile);
      const event = testEvent(context, collection, operation, secret);
      return withoutUrl(await send(url, deliveryOf(context, event, secret, { headerPrefix, break: broken })));
    },
    curl(input) {
      const event = eventOf(input);
      const headers = event.headers.filter(([name, value]) => redaction.header(name, value) === value);
      // The page offers the body as a file of this name.
      const bodyFile = `${textOf(input.id)}.json`;
      const { body } = event;
      return redaction.text(signedCurl(target(input).href, { headers, body, headerPrefix, bodyFile }));
    },
  };
}

/** The page does not receive the query of an address. */
const withoutUrl = ({ url: _url, ...outcome }: InspectedOutcome): InspectedOutcome => outcome;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function oneOf<T extends string>(values: readonly T[], given: unknown, name: string): T {
  const found = values.find((it) => it === given);
  if (found === undefined) throw usageError(`The ${name} "${textOf(given)}" is not supported.`);
  return found;
}
