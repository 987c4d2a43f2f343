import { command } from '../../cli/command/command.js';
import { parseBaseUrl } from '../../client/send/base-url.js';
import { PLANS } from '../../contract/limits.js';
import { setProfile } from '../../profiles/changes.js';
import { PROFILE_SETTINGS } from '../../profiles/profile.js';
import { notSignedIn } from '../../profiles/settings.js';

export default command({
  summary: 'Change a setting of the profile in use',
  details: 'An empty value takes the setting away. The plan tells archctl which quota applies.',
  args: {
    setting: { name: 'SETTING', help: 'What to change', choices: PROFILE_SETTINGS },
    value: { name: 'VALUE', help: 'New value', optional: true, completes: 'setting', suggests: PLANS },
  },
  examples: [
    { note: 'Work in this landscape by default', line: 'archctl profile set landscape LANDSCAPE_ID' },
    { note: 'Tell the plan', line: 'archctl profile set plan growth' },
  ],
  related: ['profile show', 'quota'],
  async run({ profiles, settings, terminal }, { args }) {
    const name = settings.profileName()?.value;
    if (name === undefined) throw notSignedIn();
    const value = args.value ?? '';
    if (args.setting === 'base-url') parseBaseUrl(value);
    await profiles.update((file) => setProfile(file, name, args.setting, value));
    terminal.success(
      value === ''
        ? `Profile "${name}" has no ${args.setting} any more.`
        : `Profile "${name}": ${args.setting} is ${value}.`,
    );
    return { kind: 'nothing' };
  },
});
