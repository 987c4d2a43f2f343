import { command } from '../../../cli/command/command.js';
import type { Snapshot } from '../../../sandbox/snapshots.js';
import { openControl } from '../shared/control.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import noun from './noun.js';
import { findSnapshot, SNAPSHOT_NAME } from './shared/snapshots.js';

export default command({
  summary: 'Save the data of the sandbox as a snapshot',
  details:
    'Saves records, logs, keys, quotas, webhooks and settings to one file beside the data. Snapshots of an ephemeral sandbox are deleted when it stops. Asks before it replaces a snapshot; use --yes in scripts.',
  args: { name: SNAPSHOT_NAME },
  options: WHICH_SANDBOX,
  examples: {
    'Before an experiment': 'archctl sandbox snapshot save before',
    'Replace the last one, in a script': 'archctl sandbox snapshot save before --yes -q',
  },
  related: ['sandbox snapshot load', 'sandbox snapshot list'],
  async run(context, { args: { name } }) {
    const { ask } = await openControl(context);
    const replace = (await findSnapshot(ask, name)) !== undefined;
    if (replace) await context.confirm(`Replace the snapshot "${name}"?`);
    const body = { name, ...(replace && { replace }) };
    const { snapshot } = await ask<{ snapshot: Snapshot }>({ method: 'POST', path: 'snapshots', body });
    context.terminal.success(`Saved snapshot "${name}".`);
    return { kind: 'record', record: snapshot, columns: noun.columns };
  },
});
