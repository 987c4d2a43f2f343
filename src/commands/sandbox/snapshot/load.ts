import { command } from '../../../cli/command/command.js';
import type { Snapshot } from '../../../sandbox/snapshots.js';
import { openControl } from '../shared/control.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import noun from './noun.js';
import { existingSnapshot, pathOf, SNAPSHOT_NAME } from './shared/snapshots.js';

export default command({
  summary: 'Put the sandbox back to a snapshot',
  details:
    'Asks first; give --yes in scripts. Everything that changed since is lost: it happens at once, or not at all. Exports and deliveries under way are called off, and the key of the profile stays good.',
  args: { name: SNAPSHOT_NAME },
  options: WHICH_SANDBOX,
  examples: [
    { note: 'Asks first', line: 'archctl sandbox snapshot load before' },
    { note: 'In a script', line: 'archctl sandbox snapshot load before --yes' },
  ],
  related: ['sandbox snapshot save', 'sandbox reset'],
  async run(context, { args: { name } }) {
    const { ask } = await openControl(context);
    const { createdAt } = await existingSnapshot(ask, name);
    await context.confirm(
      `Put the sandbox back to "${name}" (saved ${createdAt})? What changed since is lost.`,
    );
    const { snapshot } = await ask<{ snapshot: Snapshot }>({ method: 'POST', path: `${pathOf(name)}/load` });
    context.terminal.success(`The sandbox is as it was in "${name}".`);
    return { kind: 'record', record: snapshot, columns: noun.columns };
  },
});
