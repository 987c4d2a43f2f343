import { command } from '../../../cli/command/command.js';
import type { Context } from '../../../cli/command/spec.js';
import { removeWebhookSecret } from '../../../profiles/webhook-secrets.js';
import { SANDBOX_PROFILE } from '../shared/state.js';
import { deleteSubscription, getSubscription, SUBSCRIPTION_ID } from './shared/subscriptions.js';

export default command({
  summary: 'Remove a webhook subscription of the sandbox',
  details:
    'Asks first; give --yes in scripts. Its deliveries are forgotten, and its secret where the profile holds it.',
  args: { id: SUBSCRIPTION_ID },
  examples: [
    { note: 'Asks first', line: 'archctl sandbox webhook remove SUBSCRIPTION_ID' },
    { note: 'In a script', line: 'archctl sandbox webhook remove SUBSCRIPTION_ID --yes' },
  ],
  related: ['sandbox webhook disable', 'sandbox webhook list'],
  async run(context, { args }) {
    const { id, name } = await getSubscription(context, args.id);
    await context.confirm(`Remove the subscription "${name}" and its deliveries?`);
    await deleteSubscription(context, id);
    await forgetSecret(context, id);
    context.terminal.success(`Subscription "${name}" is removed.`);
    return { kind: 'nothing' };
  },
});

async function forgetSecret({ profiles }: Context, id: string): Promise<void> {
  const saved = profiles
    .read()
    .profiles[SANDBOX_PROFILE]?.webhookSecrets?.find((it) => it.subscriptionId === id);
  if (saved) await profiles.update((file) => removeWebhookSecret(file, SANDBOX_PROFILE, saved.name));
}
