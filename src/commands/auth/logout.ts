import { command } from '../../cli/command/command.js';
import { notSignedIn } from '../../profiles/settings.js';

export default command({
  shortcuts: ['logout'],
  summary: 'Remove the key of a profile from this machine',
  details:
    'Removes the profile from this machine; the key remains valid in the service. Asks for confirmation; use --yes in scripts.',
  examples: {
    'The current profile': 'archctl auth logout',
    'Another profile, in a script': 'archctl auth logout -p ci --yes',
  },
  related: ['auth login', 'profile remove'],
  async run(context) {
    const name = context.settings.profileName()?.value;
    if (name === undefined) throw notSignedIn();
    const { confirmRemoval } = await import('../shared/profile-removal.js');
    return confirmRemoval(context, name);
  },
});
