import { command } from '../../../cli/command/command.js';
import { choice } from '../../../cli/command/options.js';
import type { AnyCommand, Context, Outcome } from '../../../cli/command/spec.js';
import type { Change } from '../../../completion/install/install.js';
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

/** Result of an installation, or its preview with --dry-run, and the remaining steps. */
export function outcomeOf(
  context: Context,
  changes: readonly Change[],
  messages: Record<'done' | 'nothing', string>,
): Outcome {
  const { dryRun } = context.parsed.globals;
  const isDone = changes.some(({ change }) => change !== 'keep');
  if (!dryRun) context.terminal.success(isDone ? messages.done : messages.nothing);
  return {
    kind: 'list',
    items: changes.map(({ path, change }) => ({ change, path })),
    columns: [
      { key: 'change', priority: 2 },
      // Priority of an id: a truncated path is useless.
      { key: 'path', kind: 'id', priority: 1 },
    ],
  };
}
