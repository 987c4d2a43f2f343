import { command } from '../../../cli/command/command.js';
import { removeWebhookSecret } from '../../../profiles/changes.js';
import { notSignedIn } from '../../../profiles/settings.js';

export default command({
  summary: 'Remove a signing secret',
  details: 'Asks for confirmation; use --yes in scripts. The subscription is not changed.',
  args: { name: { name: 'NAME', help: 'Name of the secret', completes: 'webhook-secret' } },
  examples: {
    'Asks for confirmation': 'archctl webhook secret remove old',
    'After a rotation, in a script': 'archctl webhook secret remove old --yes',
  },
  related: ['webhook secret list', 'webhook secret set'],
  async run(context, { args }) {
    const { profiles, settings, terminal } = context;
    const profile = settings.profileName()?.value;
    if (profile === undefined) throw notSignedIn();
    removeWebhookSecret(profiles.read(), profile, args.name);
    await context.confirm(`Remove the signing secret "${args.name}"?`);
    await profiles.update((file) => removeWebhookSecret(file, profile, args.name));
    terminal.success(`Removed secret "${args.name}".`);
    return { kind: 'nothing' };
  },
});
