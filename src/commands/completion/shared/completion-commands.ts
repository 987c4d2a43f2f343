import { command } from '../../../cli/command/command.js';
import { choice } from '../../../cli/command/options.js';
import type { AnyCommand } from '../../../cli/command/spec.js';
import { SCRIPTS } from '../../../completion/scripts.js';
import { SHELLS, type ShellName } from '../../../completion/shells.js';

export const SHELL = choice(SHELLS, 'Shell to install for (default: from SHELL)');

/** `completion <shell>`: prints the script. `file` is the usual name of such a script. */
export function scriptCommand(
  shell: ShellName,
  title: string,
  byHand: { line: string; file: string },
): AnyCommand {
  return command({
    summary: `Print the completion script for ${title}`,
    details: '"archctl completion install" saves it where the shell finds it.',
    examples: {
      'By hand': byHand.line,
      'Into a file': `archctl completion ${shell} | tee ${byHand.file}`,
    },
    related: ['completion install', 'completion uninstall'],
    async run() {
      const { text } = SCRIPTS[shell];
      return { kind: 'drawing', data: text, draw: () => text };
    },
  });
}
