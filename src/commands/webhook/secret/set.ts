import { usageError } from '../../../base/errors.js';
import { command } from '../../../cli/command/command.js';
import { readFileText, readStdin } from '../../../cli/command/input/read-input.js';
import { flag, identifier, text } from '../../../cli/command/options.js';
import { setWebhookSecret } from '../../../profiles/changes.js';
import { checkName } from '../../../profiles/profile.js';
import { notSignedIn } from '../../../profiles/settings.js';
import { isBlank } from '../../../webhooks/signature.js';

export default command({
  summary: 'Save a signing secret in the profile',
  details:
    'The service shows the secret once, when the subscription is created. archctl reads it from a prompt without echo, from stdin or from a file. No option takes the secret itself. All saved secrets are accepted, so that you can rotate them.',
  args: { name: { name: 'NAME', help: 'Name of the secret', completes: 'webhook-secret' } },
  options: {
    subscription: identifier('Accept it only for events of this subscription'),
    secretStdin: flag('Read the secret from stdin'),
    secretFile: text('Read the secret from a file', { value: 'FILE', completes: 'file' }),
  },
  examples: {
    'At a prompt': 'archctl webhook secret set production',
    'From a file, for one subscription':
      'archctl webhook secret set staging --secret-file secret.txt --subscription SUBSCRIPTION_ID',
  },
  related: ['webhook secret list', 'webhook listen'],
  async run(context, { args, options }) {
    const { profiles, settings, terminal, world } = context;
    const profile = settings.profileName()?.value;
    if (profile === undefined) throw notSignedIn();
    checkName(args.name, 'secret');
    if (options.secretStdin && options.secretFile !== undefined)
      throw usageError('--secret-stdin and --secret-file cannot be combined.');
    const given = options.secretStdin
      ? await readStdin(world, '--secret-stdin')
      : options.secretFile === undefined
        ? await terminal.prompter.secret('Signing secret:')
        : readFileText(options.secretFile, world, '--secret-file');
    const secret = given.trim();
    if (isBlank(secret)) throw usageError('The secret is empty.');
    await profiles.update((file) =>
      setWebhookSecret(file, profile, {
        name: args.name,
        secret,
        ...(options.subscription ? { subscriptionId: options.subscription } : {}),
      }),
    );
    terminal.success(`Saved secret "${args.name}" in profile "${profile}".`);
    return { kind: 'nothing' };
  },
});
