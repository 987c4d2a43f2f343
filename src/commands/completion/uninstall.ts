import { command } from '../../cli/command/command.js';
import { apply, planUninstall } from '../../completion/install/install.js';
import { installationFor, shellOf } from '../../completion/install/places.js';
import { fileChanges } from '../shared/file-changes.js';
import { SHELL } from './shared/completion-commands.js';

export default command({
  summary: 'Remove completion from your shell',
  details: 'Removes exactly what "archctl completion install" wrote. --dry-run shows the changes.',
  options: { shell: SHELL },
  examples: {
    'For the shell in use': 'archctl completion uninstall',
    'Show the changes first': 'archctl completion uninstall --shell fish --dry-run',
  },
  related: ['completion install'],
  async run(context, { options }) {
    const shell = shellOf(options.shell, context.world.env);
    const place = installationFor(shell, context.world.env);
    const changes = planUninstall(place);
    if (!context.parsed.globals.dryRun) apply(changes, place.bases);
    return fileChanges(context, changes, {
      done: `Removed completion for ${shell}.`,
      nothing: `Completion for ${shell} was not installed.`,
    });
  },
});
