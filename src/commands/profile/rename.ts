import { command } from '../../cli/spec.js';
import { renameProfile } from '../../profiles/changes.js';

export default command({
  summary: 'Rename a profile',
  args: {
    name: { name: 'NAME', help: 'Profile', completes: 'profile' },
    newName: { name: 'NEW_NAME', help: 'Its new name' },
  },
  examples: [{ note: 'Rename', line: 'archctl profile rename default work' }],
  related: ['profile list'],
  async run({ profiles, terminal }, { args }) {
    await profiles.update((file) => renameProfile(file, args.name, args.newName));
    terminal.success(`Profile "${args.name}" is now "${args.newName}".`);
    return { kind: 'nothing' };
  },
});
