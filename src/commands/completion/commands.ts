import { command } from '../../cli/command/command.js';
import { choice } from '../../cli/command/options.js';
import type { AnyCommand } from '../../cli/command/spec.js';
import { applyChanges, planInstall, planUninstall } from '../../completion/install/install.js';
import { installationFor, shellOf } from '../../completion/install/places.js';
import { SCRIPTS } from '../../completion/scripts.js';
import { SHELLS, type ShellName } from '../../completion/shells.js';
import { fileChanges } from '../shared/file-changes.js';

const SHELL = choice(SHELLS, 'Shell to install for (default: from SHELL)');

export default {
  bash: scriptCommand('bash', 'bash', { line: 'archctl completion bash', file: 'archctl.bash' }),
  fish: scriptCommand('fish', 'fish', {
    line: 'archctl completion fish | source',
    file: 'archctl.fish',
  }),
  install: command({
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
      if (!context.parsed.globals.dryRun) applyChanges(changes, place.bases);
      return {
        ...fileChanges(context, changes, {
          done: `Installed completion for ${shell}.`,
          nothing: `Completion for ${shell} is already installed.`,
        }),
        remark: `New shells load it. To load it in this shell: ${place.load}`,
      };
    },
  }),
  powershell: scriptCommand('powershell', 'PowerShell', {
    line: 'archctl completion powershell | Out-String | Invoke-Expression',
    file: 'archctl.ps1',
  }),
  uninstall: command({
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
      if (!context.parsed.globals.dryRun) applyChanges(changes, place.bases);
      return fileChanges(context, changes, {
        done: `Removed completion for ${shell}.`,
        nothing: `Completion for ${shell} was not installed.`,
      });
    },
  }),
  zsh: scriptCommand('zsh', 'zsh', { line: 'archctl completion zsh', file: '_archctl' }),
};

/** `completion <shell>`: prints the script. `file` is the usual name of such a script. */
function scriptCommand(shell: ShellName, title: string, byHand: { line: string; file: string }): AnyCommand {
  return command({
    summary: `Print the completion script for ${title}`,
    details: '"archctl completion install" saves it where the shell finds it.',
    examples: {
      'Without installing it': byHand.line,
      'Into a file': `archctl completion ${shell} | tee ${byHand.file}`,
    },
    related: ['completion install', 'completion uninstall'],
    async run() {
      const { text } = SCRIPTS[shell];
      return { kind: 'drawing', data: text, draw: () => text };
    },
  });
}
