import { command } from '../../../cli/command/command.js';
import type { Snapshot } from '../../../sandbox/snapshots.js';
import { openControl } from '../shared/control.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import noun from './noun.js';
import { findSnapshot, SNAPSHOT_NAME } from './shared/snapshots.js';

export default command({
  summary: 'Keep everything the sandbox holds, under a name',
  details:
    'Records, logs, keys, quotas, webhooks and settings, as one file beside its data. Of a sandbox that keeps nothing, snapshots go when it ends. Asks before it replaces one; give --yes in scripts.',
  args: { name: SNAPSHOT_NAME },
  options: WHICH_SANDBOX,
  examples: [
    { note: 'Before something is tried', line: 'archctl sandbox snapshot save before' },
    { note: 'In a script, in place of the last one', line: 'archctl sandbox snapshot save before --yes -q' },
  ],
  related: ['sandbox snapshot load', 'sandbox snapshot list'],
  async run(context, { args: { name } }) {
    const { ask } = await openControl(context);
    const replace = (await findSnapshot(ask, name)) !== undefined;
    if (replace) await context.confirm(`Replace the snapshot "${name}"?`);
    const body = { name, ...(replace && { replace }) };
    const { snapshot } = await ask<{ snapshot: Snapshot }>({ method: 'POST', path: 'snapshots', body });
    context.terminal.success(`Snapshot "${name}" is saved.`);
    return { kind: 'record', record: snapshot, columns: noun.columns };
  },
});
