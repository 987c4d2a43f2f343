import { command } from '../../cli/command/command.js';
import { silenceOf } from './shared/identity.js';
import { SHOWN, shown } from './shared/shown.js';
import { chosenSandbox, WHICH } from './shared/which.js';

export default command({
  summary: 'Tell whether a sandbox is running',
  details: 'Where several are, --name or --port says which is meant; "archctl sandbox list" shows all.',
  options: WHICH,
  examples: [
    { note: 'Where is it?', line: 'archctl sandbox status' },
    { note: 'Its address, for a script', line: 'archctl sandbox status -o csv --fields baseUrl' },
    { note: 'One of several', line: 'archctl sandbox status --name ci' },
  ],
  related: ['sandbox list', 'sandbox stop'],
  async run(context, { options }) {
    const found = await chosenSandbox(context, options);
    if (found.is === 'silent') context.terminal.warn(silenceOf(found.record));
    if (found.is === 'unsure') context.terminal.warn(found.why);
    const running = found.is === 'running' || found.is === 'silent';
    return {
      kind: 'record',
      record: running ? { running, ...shown(found) } : { running },
      columns: [{ key: 'running', kind: 'boolean' }, { key: 'name' }, ...SHOWN],
    };
  },
});
