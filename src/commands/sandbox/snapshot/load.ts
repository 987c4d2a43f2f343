import { command } from '../../../cli/command/command.js';
import type { Snapshot } from '../../../sandbox/snapshots.js';
import { openControl } from '../shared/control.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import noun from './noun.js';
import { existingSnapshot, pathOf, SNAPSHOT_NAME } from './shared/snapshots.js';

export default command({
  summary: 'Restore a snapshot of the sandbox',
  details:
    'Asks for confirmation; use --yes in scripts. Replaces all data at once and discards later changes. Cancels exports and deliveries in progress. The key of the profile stays valid.',
  args: { name: SNAPSHOT_NAME },
  options: WHICH_SANDBOX,
  examples: {
    'Asks for confirmation': 'archctl sandbox snapshot load before',
    'In a script': 'archctl sandbox snapshot load before --yes',
  },
  related: ['sandbox snapshot save', 'sandbox reset'],
  async run(context, { args: { name } }) {
    const { ask } = await openControl(context);
    const { createdAt } = await existingSnapshot(ask, name);
    await context.confirm(`Restore the snapshot "${name}" (saved ${createdAt}) and discard later changes?`);
    const { snapshot } = await ask<{ snapshot: Snapshot }>({ method: 'POST', path: `${pathOf(name)}/load` });
    context.terminal.success(`Restored snapshot "${name}".`);
    return { kind: 'record', record: snapshot, columns: noun.columns };
  },
});
