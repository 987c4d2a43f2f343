import { command } from '../../cli/command/command.js';
import { apply, planUninstall } from '../../completion/install/install.js';
import { installationFor, shellOf } from '../../completion/install/places.js';
import { outcomeOf, SHELL } from './shared/completion-commands.js';

export default command({
  summary: 'Take completion out of your shell again',
  details:
    'Removes what "archctl completion install" wrote, and nothing else. --dry-run shows what would be done.',
  options: { shell: SHELL },
  examples: [
    { note: 'For the shell in use', line: 'archctl completion uninstall' },
    { note: 'See first what it would do', line: 'archctl completion uninstall --shell fish --dry-run' },
  ],
  related: ['completion install'],
  async run(context, { options }) {
    const shell = shellOf(options.shell, context.world.env);
    const place = installationFor(shell, context.world.env);
    const changes = planUninstall(place);
    if (!context.parsed.globals.dryRun) apply(changes, place.bases);
    return outcomeOf(context, changes, {
      done: `Completion for ${shell} is gone.`,
      nothing: `There was no completion for ${shell}.`,
    });
  },
});
