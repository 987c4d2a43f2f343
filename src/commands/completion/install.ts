import { command } from '../../cli/command/command.js';
import { apply, planInstall } from '../../completion/install/install.js';
import { installationFor, shellOf } from '../../completion/install/places.js';
import { SCRIPTS } from '../../completion/scripts.js';
import { fileChanges } from '../shared/file-changes.js';
import { SHELL } from './shared/completion-commands.js';

export default command({
  summary: 'Set up completion in your shell',
  details:
    "Writes the script to the directory that the shell reads. For bash, zsh and PowerShell it also adds a marked block to the shell's start-up file. A second run changes nothing; --dry-run shows the changes.",
  options: { shell: SHELL },
  examples: {
    'For the shell in use': 'archctl completion install',
    'Show the changes first': 'archctl completion install --shell zsh --dry-run',
  },
  related: ['completion uninstall', 'doctor'],
  async run(context, { options }) {
    const shell = shellOf(options.shell, context.world.env);
    const place = installationFor(shell, context.world.env);
    const changes = planInstall(place, SCRIPTS[shell].text);
    if (!context.parsed.globals.dryRun) apply(changes, place.bases);
    return {
      ...fileChanges(context, changes, {
        done: `Installed completion for ${shell}.`,
        nothing: `Completion for ${shell} is already installed.`,
      }),
      remark: `New shells load it. To load it in this shell: ${place.load}`,
    };
  },
});
