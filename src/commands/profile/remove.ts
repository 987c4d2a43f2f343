import { command } from '../../cli/command/command.js';
import { removeProfile } from '../../profiles/changes.js';

export default command({
  summary: 'Remove a profile and its key from this machine',
  details: 'Asks first; give --yes in scripts.',
  args: { name: { name: 'NAME', help: 'Profile', completes: 'profile' } },
  examples: [
    { note: 'Asks first', line: 'archctl profile remove ci' },
    { note: 'In a script', line: 'archctl profile remove ci --yes' },
  ],
  related: ['auth logout', 'profile list'],
  async run(context, { args }) {
    removeProfile(context.profiles.read(), args.name);
    await context.confirm(`Remove profile "${args.name}" and its key?`);
    if (context.parsed.globals.dryRun) {
      context.terminal.note(`Profile "${args.name}" would be removed.`);
      return { kind: 'nothing' };
    }
    await context.profiles.update((file) => removeProfile(file, args.name));
    context.terminal.success(`Profile "${args.name}" is removed.`);
    return { kind: 'nothing' };
  },
});
