import { toArchctlError } from '../../../base/errors.js';
import { command } from '../../../cli/command/command.js';
import { flag, text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { setWebhookSecret } from '../../../profiles/changes.js';
import { openControl } from '../shared/control.js';
import { SANDBOX_SELECTOR } from '../shared/selection.js';
import { recordOf } from './shared/subscription-record.js';
import type { SandboxSubscription } from './shared/subscriptions.js';

export default command({
  summary: 'Subscribe an endpoint to events of the sandbox',
  details:
    'Prints the signing secret once, in this response. The service accepts public https endpoints; the sandbox also accepts http on this machine. Needs the Scale or Enterprise plan.',
  options: {
    name: text('Name of the subscription', { required: true }),
    url: text('URL that receives the events', { value: 'URL', required: true }),
    saveSecret: flag('Save the secret in the profile of the sandbox instead of printing it'),
    ...SANDBOX_SELECTOR,
  },
  examples: {
    'Your server on this machine': 'archctl sandbox webhook add --name app --url http://127.0.0.1:3000/hooks',
    'For archctl webhook listen':
      'archctl sandbox webhook add --name dev --url http://127.0.0.1:4242 --save-secret',
  },
  related: ['sandbox webhook list', 'sandbox webhook deliveries'],
  async run(context, { options }) {
    const { terminal } = context;
    const { name = '', url = '', saveSecret } = options;
    const { ask, profile } = await openControl(context);
    const { subscription, secret } = await ask<{ subscription: SandboxSubscription; secret: string }>({
      method: 'POST',
      path: 'webhooks',
      body: { name, url },
    });
    if (saveSecret) {
      try {
        await save(context, profile, subscription, secret);
        terminal.success(`Events are sent to ${url}. The secret is in the profile "${profile}".`);
        return recordOf(context, subscription);
      } catch (error) {
        return { ...shown(context, subscription, secret), failure: toArchctlError(error) };
      }
    }
    return shown(context, subscription, secret);
  },
});

/** The secret is shown only here. If it could not be saved, it is shown even where it would be hidden. */
function shown(context: Context, subscription: SandboxSubscription, secret: string) {
  context.terminal.warn('The secret is shown only now. Save it.');
  const { columns, record } = recordOf(context, subscription);
  return {
    kind: 'record' as const,
    record: { ...record, secret },
    columns: [...columns, { key: 'secret', priority: 1 as const }],
  };
}

/** Saves the secret under the subscription's name, unless another subscription's secret has that name. */
function save(
  { profiles }: Context,
  profile: string,
  { id, name }: SandboxSubscription,
  secret: string,
): Promise<void> {
  return profiles.update((file) => {
    const known = file.profiles[profile]?.webhookSecrets ?? [];
    const free = known.some((it) => it.name === name) ? `${name} ${id}` : name;
    return setWebhookSecret(file, profile, { name: free, secret, subscriptionId: id });
  });
}
