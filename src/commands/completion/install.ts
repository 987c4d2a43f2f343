import { command } from '../../cli/command/command.js';
import { apply, planInstall } from '../../completion/install/install.js';
import { installationFor, shellOf } from '../../completion/install/places.js';
import { SCRIPTS } from '../../completion/scripts/index.js';
import { outcomeOf, SHELL } from './shared/completion-commands.js';

export default command({
  summary: 'Set up completion in your shell',
  details:
    'Writes the script where the shell looks, and for bash, zsh and PowerShell a marked block into the file that the shell reads when it starts. A second run changes nothing; --dry-run shows what would be done.',
  options: { shell: SHELL },
  examples: [
    { note: 'For the shell in use', line: 'archctl completion install' },
    { note: 'See first what it would do', line: 'archctl completion install --shell zsh --dry-run' },
  ],
  related: ['completion uninstall', 'doctor'],
  async run(context, { options }) {
    const shell = shellOf(options.shell, context.world.env);
    const place = installationFor(shell, context.world.env);
    const changes = planInstall(place, SCRIPTS[shell].text);
    if (!context.parsed.globals.dryRun) apply(changes, place.bases);
    return {
      ...outcomeOf(context, changes, {
        done: `Completion for ${shell} is set up.`,
        nothing: `Completion for ${shell} was set up already.`,
      }),
      remark: `New shells have it. In this one: ${place.load}`,
    };
  },
});
