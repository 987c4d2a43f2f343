import { command } from '../../../cli/command/command.js';
import { openControl } from '../shared/control.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import { existingSnapshot, pathOf, SNAPSHOT_NAME } from './shared/snapshots.js';

export default command({
  summary: 'Delete a snapshot of the sandbox',
  details: 'Asks for confirmation; use --yes in scripts. The current data of the sandbox stays.',
  args: { name: SNAPSHOT_NAME },
  options: WHICH_SANDBOX,
  examples: {
    'Asks for confirmation': 'archctl sandbox snapshot delete before',
    'In a script': 'archctl sandbox snapshot delete before --yes',
  },
  related: ['sandbox snapshot list', 'sandbox snapshot save'],
  async run(context, { args: { name } }) {
    const { ask } = await openControl(context);
    await existingSnapshot(ask, name);
    await context.confirm(`Delete the snapshot "${name}"?`);
    await ask({ method: 'DELETE', path: pathOf(name) });
    context.terminal.success(`Deleted snapshot "${name}".`);
    return { kind: 'nothing' };
  },
});
