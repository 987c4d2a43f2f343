import { command } from '../../cli/command/command.js';
import { profileInUse } from '../../cli/command/remember.js';
import { setProfile } from '../../profiles/changes.js';
import { PROFILE_SETTINGS } from '../../profiles/profile.js';

export default command({
  summary: 'Take a setting of the profile in use away',
  args: {
    setting: {
      name: 'SETTING',
      help: 'What to take away',
      // A profile without an address is none.
      choices: PROFILE_SETTINGS.filter((setting) => setting !== 'base-url'),
    },
  },
  examples: [
    { note: 'Be asked for the landscape again', line: 'archctl profile unset landscape' },
    { note: 'In another profile', line: 'archctl profile unset plan -p ci' },
  ],
  related: ['profile set', 'profile show'],
  async run(context, { args: { setting } }) {
    const name = profileInUse(context);
    await context.profiles.update((file) => setProfile(file, name, setting, ''));
    context.terminal.success(`Profile "${name}" has no ${setting} any more.`);
    return { kind: 'nothing' };
  },
});
