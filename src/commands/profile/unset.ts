import { command } from '../../cli/command/command.js';
import { profileInUse } from '../../cli/command/remember.js';
import { setProfile } from '../../profiles/changes.js';
import { PROFILE_SETTINGS } from '../../profiles/profile.js';

export default command({
  summary: 'Remove a setting from the current profile',
  args: {
    setting: {
      name: 'SETTING',
      help: 'Setting to remove',
      // The address is required in a profile.
      choices: PROFILE_SETTINGS.filter((setting) => setting !== 'base-url'),
    },
  },
  examples: {
    'Remove the default landscape': 'archctl profile unset landscape',
    'In another profile': 'archctl profile unset plan -p ci',
  },
  related: ['profile set', 'profile show'],
  async run(context, { args: { setting } }) {
    const name = profileInUse(context);
    await context.profiles.update((file) => setProfile(file, name, setting, ''));
    context.terminal.success(`Removed ${setting} from profile "${name}".`);
    return { kind: 'nothing' };
  },
});
