import { command } from '../../../cli/command/command.js';
import type { Context } from '../../../cli/command/spec.js';
import { removeWebhookSecret } from '../../../profiles/changes.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import { deleteSubscription, getSubscription, SUBSCRIPTION_ID } from './shared/subscriptions.js';

export default command({
  summary: 'Remove a webhook subscription of the sandbox',
  details:
    'Asks for confirmation; use --yes in scripts. Also removes its deliveries, and its secret from the profile.',
  args: { id: SUBSCRIPTION_ID },
  options: WHICH_SANDBOX,
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
});

/** Removes the secret from any sandbox profile: subscription ids are never reused. */
async function forgetSecret({ profiles }: Context, id: string): Promise<void> {
  for (const [profile, { webhookSecrets }] of Object.entries(profiles.read().profiles)) {
    const saved = webhookSecrets?.find((it) => it.subscriptionId === id);
    if (saved) await profiles.update((file) => removeWebhookSecret(file, profile, saved.name));
  }
}
