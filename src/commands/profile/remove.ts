import { command } from '../../cli/command/command.js';
import { removeProfile } from '../../profiles/changes.js';

export default command({
  summary: 'Remove a profile and its key from this machine',
  details: 'Asks for confirmation; use --yes in scripts.',
  args: { name: { name: 'NAME', help: 'Profile', completes: 'profile' } },
  examples: {
    'Asks for confirmation': 'archctl profile remove ci',
    'In a script': 'archctl profile remove ci --yes',
  },
  related: ['auth logout', 'profile list'],
  async run(context, { args }) {
    removeProfile(context.profiles.read(), args.name);
    await context.confirm(`Remove profile "${args.name}" and its key?`);
    if (context.parsed.globals.dryRun) {
      context.terminal.note(`Would remove profile "${args.name}".`);
      return { kind: 'nothing' };
    }
    await context.profiles.update((file) => removeProfile(file, args.name));
    context.terminal.success(`Removed profile "${args.name}".`);
    return { kind: 'nothing' };
  },
});
