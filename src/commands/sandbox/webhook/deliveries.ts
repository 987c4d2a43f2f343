import { ArchctlError } from '../../../base/errors.js';
import { command } from '../../../cli/command/command.js';
import type { Context } from '../../../cli/command/spec.js';
import { askSandbox } from '../shared/control.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import { DELIVERIES, DELIVERY, type SandboxDelivery } from './shared/subscriptions.js';

export default command({
  summary: 'List deliveries of the sandbox with every attempt',
  details:
    'Newest first, for all subscriptions or for one. With the id of a delivery, prints that delivery; machine formats include its body.',
  args: { id: { name: 'ID', help: 'Webhook subscription or delivery of the sandbox', optional: true } },
  options: WHICH_SANDBOX,
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
});

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
