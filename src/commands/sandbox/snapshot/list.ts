import { command } from '../../../cli/command/command.js';
import type { Snapshot } from '../../../sandbox/snapshots.js';
import { askSandbox } from '../shared/control.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import noun from './noun.js';

export default command({
  summary: 'List the snapshots of the sandbox',
  options: WHICH_SANDBOX,
  examples: {
    'Available snapshots': 'archctl sandbox snapshot list',
    'Their names': 'archctl sandbox snapshot list --query "[].name"',
  },
  related: ['sandbox snapshot save', 'sandbox snapshot load'],
  async run(context) {
    const { snapshots } = await askSandbox<{ snapshots: Snapshot[] }>(context, {
      method: 'GET',
      path: 'snapshots',
    });
    return {
      kind: 'list',
      items: snapshots,
      columns: noun.columns,
      empty: 'No snapshots. Create one with "archctl sandbox snapshot save NAME".',
    };
  },
});
