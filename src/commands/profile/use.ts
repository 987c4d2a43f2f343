import { command } from '../../cli/command/command.js';
import { useProfile } from '../../profiles/changes.js';

export default command({
  summary: 'Switch to another profile',
  args: { name: { name: 'NAME', help: 'Profile', completes: 'profile' } },
  examples: {
    'Switch to the sandbox': 'archctl profile use sandbox',
    'Go back': 'archctl profile use default',
  },
  related: ['profile list', 'profile show'],
  async run({ profiles, terminal }, { args }) {
    await profiles.update((file) => useProfile(file, args.name));
    terminal.success(`Switched to profile "${args.name}".`);
    return { kind: 'nothing' };
  },
});
