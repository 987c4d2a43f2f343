import { command } from '../../../cli/command/command.js';
import { notSignedIn } from '../../../profiles/settings.js';
import { removeWebhookSecret } from '../../../profiles/webhook-secrets.js';

export default command({
  summary: 'Forget a signing secret',
  details: 'Asks first; give --yes in scripts. The subscription itself is not touched.',
  args: { name: { name: 'NAME', help: 'Name of the secret', completes: 'webhook-secret' } },
  examples: [
    { note: 'Asks first', line: 'archctl webhook secret remove old' },
    { note: 'After a rotation, in a script', line: 'archctl webhook secret remove old --yes' },
  ],
  related: ['webhook secret list', 'webhook secret set'],
  async run(context, { args }) {
    const { profiles, settings, terminal } = context;
    const profile = settings.profileName()?.value;
    if (profile === undefined) throw notSignedIn();
    removeWebhookSecret(profiles.read(), profile, args.name);
    await context.confirm(`Forget the signing secret "${args.name}"?`);
    await profiles.update((file) => removeWebhookSecret(file, profile, args.name));
    terminal.success(`Secret "${args.name}" is forgotten.`);
    return { kind: 'nothing' };
  },
});
