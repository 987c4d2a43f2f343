import { command } from '../../cli/command/command.js';
import { silenceOf } from './shared/identity.js';
import { SHOWN, sandboxRow } from './shared/sandbox-row.js';
import { chosenSandbox, WHICH, WHICH_ARGUMENT, whichOf } from './shared/which.js';

export default command({
  summary: 'Show whether a sandbox is running',
  details: 'If several are running, select one by name or --port; "archctl sandbox list" lists all.',
  args: WHICH_ARGUMENT,
  options: WHICH,
  examples: {
    'Its status': 'archctl sandbox status',
    'Its address, for a script': 'archctl sandbox status -o csv --fields baseUrl',
    'One of several sandboxes': 'archctl sandbox status ci',
  },
  related: ['sandbox list', 'sandbox stop'],
  async run(context, { args, options }) {
    const found = await chosenSandbox(context, whichOf(args, options));
    if (found.is === 'silent') context.terminal.warn(silenceOf(found.record));
    if (found.is === 'unsure') context.terminal.warn(found.why);
    const running = found.is === 'running' || found.is === 'silent';
    return {
      kind: 'record',
      record: running ? { running, ...sandboxRow(found) } : { running },
      columns: [{ key: 'running', kind: 'boolean' }, { key: 'name' }, ...SHOWN],
    };
  },
});
