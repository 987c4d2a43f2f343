import { command } from '../../cli/command/command.js';
import { notSignedIn } from '../../profiles/settings.js';

export default command({
  summary: 'Forget the key of a profile',
  details:
    'Removes the profile from this machine; the key itself stays valid in the service. Asks first; give --yes in scripts.',
  examples: [
    { note: 'The profile in use', line: 'archctl auth logout' },
    { note: 'Another one, in a script', line: 'archctl auth logout -p ci --yes' },
  ],
  related: ['auth login', 'profile remove'],
  async run(context) {
    const name = context.settings.profileName()?.value;
    if (name === undefined) throw notSignedIn();
    await context.confirm(`Forget profile "${name}" and its key?`);
    const { removeProfile } = await import('../../profiles/changes.js');
    if (context.parsed.globals.dryRun) {
      context.terminal.note(`Profile "${name}" would be forgotten.`);
      return { kind: 'nothing' };
    }
    await context.profiles.update((file) => removeProfile(file, name));
    context.terminal.success(`Profile "${name}" is forgotten.`);
    return { kind: 'nothing' };
  },
});
