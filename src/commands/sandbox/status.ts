import { command } from '../../cli/command/command.js';
import { findSandbox, silenceOf } from './shared/identity.js';
import type { SandboxRecord } from './shared/state.js';

export default command({
  summary: 'Tell whether a sandbox is running',
  examples: [
    { note: 'Where is it?', line: 'archctl sandbox status' },
    { note: 'Its address, for a script', line: 'archctl sandbox status -o csv --fields baseUrl' },
  ],
  related: ['sandbox start', 'sandbox stop'],
  async run(context) {
    const found = await findSandbox(context);
    if (found.is === 'silent') context.terminal.warn(silenceOf(found.record));
    if (found.is === 'unsure') context.terminal.warn(found.why);
    const running = found.is === 'running' || found.is === 'silent';
    return {
      kind: 'record',
      record: running ? { running, ...shown(found.record) } : { running },
      columns: [
        { key: 'running', kind: 'boolean' },
        { key: 'baseUrl', header: 'Service' },
        { key: 'pid', header: 'Process', kind: 'number' },
        { key: 'plan' },
        { key: 'dataDir', header: 'Data' },
        { key: 'startedAt', header: 'Started', kind: 'time' },
      ],
    };
  },
});

/** What is nobody else's business stays in the file. */
const shown = ({ pid, baseUrl, dataDir, plan, startedAt }: SandboxRecord) => ({
  pid,
  baseUrl,
  dataDir,
  plan,
  startedAt,
});
