import { ArchctlError } from '../../../base/errors.js';
import { command } from '../../../cli/command/command.js';
import type { Context } from '../../../cli/command/spec.js';
import { removeWebhookSecret } from '../../../profiles/changes.js';
import { askSandbox } from '../shared/control.js';
import { SANDBOX_SELECTOR } from '../shared/selection.js';
import noun from './noun.js';
import { recordOf } from './shared/subscription-record.js';
import {
  DELIVERIES,
  DELIVERY,
  deleteSubscription,
  getSubscription,
  type SandboxDelivery,
  type SandboxSubscription,
  SUBSCRIPTION_ID,
  switchSubscription,
} from './shared/subscriptions.js';

export default {
  deliveries: command({
    summary: 'List deliveries of the sandbox with every attempt',
    details:
      'Newest first, for all subscriptions or for one. With the id of a delivery, prints that delivery; machine formats include its body.',
    args: { id: { name: 'ID', help: 'Webhook subscription or delivery of the sandbox', optional: true } },
    options: SANDBOX_SELECTOR,
    takesLimit: true,
    examples: {
      'Check whether events arrived': 'archctl sandbox webhook deliveries',
      'The body as it was sent': 'archctl sandbox webhook deliveries DELIVERY_ID -o json',
    },
    related: ['sandbox webhook list', 'webhook listen'],
    async run(context, { args }) {
      const { id } = args;
      const { limit = 100 } = context.parsed;
      if (id !== undefined) {
        const delivery = await deliveryOf(context, id);
        if (delivery) return { kind: 'record', record: delivery, columns: DELIVERY };
      }
      const below = id === undefined ? 'webhooks' : `webhooks/${encodeURIComponent(id)}`;
      const { deliveries } = await askSandbox<{ deliveries: SandboxDelivery[] }>(context, {
        method: 'GET',
        path: `${below}/deliveries?limit=${limit}`,
      });
      return { kind: 'list', items: deliveries, columns: DELIVERIES, empty: 'No deliveries.' };
    },
  }),
  disable: command({
    summary: 'Stop sending events to a subscription of the sandbox',
    details: 'Cancels pending deliveries. Later events are not sent afterwards.',
    args: { id: SUBSCRIPTION_ID },
    options: SANDBOX_SELECTOR,
    examples: {
      'Pause a subscription': 'archctl sandbox webhook disable SUBSCRIPTION_ID',
      'In a script': 'archctl sandbox webhook disable SUBSCRIPTION_ID -o json --query enabled',
    },
    related: ['sandbox webhook enable', 'sandbox webhook list'],
    async run(context, { args }) {
      return recordOf(context, await switchSubscription(context, args.id, false));
    },
  }),
  enable: command({
    summary: 'Resume a subscription of the sandbox',
    details: 'Keeps its secret. Events from the time while it was disabled are not sent.',
    args: { id: SUBSCRIPTION_ID },
    options: SANDBOX_SELECTOR,
    examples: {
      'Resume a subscription': 'archctl sandbox webhook enable SUBSCRIPTION_ID',
      'In a script': 'archctl sandbox webhook enable SUBSCRIPTION_ID -o json --query enabled',
    },
    related: ['sandbox webhook disable', 'sandbox webhook list'],
    async run(context, { args }) {
      return recordOf(context, await switchSubscription(context, args.id, true));
    },
  }),
  list: command({
    summary: "List the sandbox's webhook subscriptions",
    details:
      'A subscription is disabled after 20 deliveries that failed in a row. An event that is pending for 24 hours is dropped. An endpoint whose last delivery failed keeps the newest 1,000 pending events, up to 16 MiB.',
    options: SANDBOX_SELECTOR,
    examples: {
      'All subscriptions': 'archctl sandbox webhook list',
      'Subscriptions with failures': "archctl sandbox webhook list --query '[?deliveries.failed > `0`].name'",
    },
    related: ['sandbox webhook add', 'sandbox webhook deliveries'],
    async run(context) {
      const { subscriptions } = await askSandbox<{ subscriptions: SandboxSubscription[] }>(context, {
        method: 'GET',
        path: 'webhooks',
      });
      return {
        kind: 'list',
        items: subscriptions,
        columns: noun.columns,
        empty: 'No subscriptions. Create one with "archctl sandbox webhook add".',
      };
    },
  }),
  remove: command({
    summary: 'Remove a webhook subscription of the sandbox',
    details:
      'Asks for confirmation; use --yes in scripts. Also removes its deliveries, and its secret from the profile.',
    args: { id: SUBSCRIPTION_ID },
    options: SANDBOX_SELECTOR,
    examples: {
      'Asks for confirmation': 'archctl sandbox webhook remove SUBSCRIPTION_ID',
      'In a script': 'archctl sandbox webhook remove SUBSCRIPTION_ID --yes',
    },
    related: ['sandbox webhook disable', 'sandbox webhook list'],
    async run(context, { args }) {
      const { id, name } = await getSubscription(context, args.id);
      await context.confirm(`Remove the subscription "${name}" and its deliveries?`);
      await deleteSubscription(context, id);
      await forgetSecret(context, id);
      context.terminal.success(`Removed subscription "${name}".`);
      return { kind: 'nothing' };
    },
  }),
};

async function deliveryOf(context: Context, id: string): Promise<SandboxDelivery | undefined> {
  const path = `webhooks/deliveries/${encodeURIComponent(id)}`;
  try {
    return (await askSandbox<{ delivery: SandboxDelivery }>(context, { method: 'GET', path })).delivery;
  } catch (error) {
    // An unknown delivery id may be the id of a subscription.
    if (error instanceof ArchctlError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

/** Removes the secret from any sandbox profile: subscription ids are never reused. */
async function forgetSecret({ profiles }: Context, id: string): Promise<void> {
  for (const [profile, { webhookSecrets }] of Object.entries(profiles.read().profiles)) {
    const saved = webhookSecrets?.find((it) => it.subscriptionId === id);
    if (saved) await profiles.update((file) => removeWebhookSecret(file, profile, saved.name));
  }
}
