import { command } from '../../cli/command/command.js';
import { renameProfile } from '../../profiles/changes.js';

export default command({
  summary: 'Rename a profile',
  args: {
    name: { name: 'NAME', help: 'Profile', completes: 'profile' },
    newName: { name: 'NEW_NAME', help: 'New name' },
  },
  examples: {
    'Give it a better name': 'archctl profile rename default work',
    'Make the name available for a new sandbox': 'archctl profile rename sandbox old-sandbox',
  },
  related: ['profile list', 'profile use'],
  async run({ profiles, terminal }, { args }) {
    await profiles.update((file) => renameProfile(file, args.name, args.newName));
    terminal.success(`Renamed profile "${args.name}" to "${args.newName}".`);
    return { kind: 'nothing' };
  },
});
