import { command } from '../../cli/command/command.js';
import { isAlive, readSandbox } from './shared/state.js';

export default command({
  summary: 'Tell whether a sandbox is running',
  examples: [
    { note: 'Where is it?', line: 'archctl sandbox status' },
    { note: 'Its address, for a script', line: 'archctl sandbox status -o csv --fields baseUrl' },
  ],
  related: ['sandbox start', 'sandbox stop'],
  async run(context) {
    const record = readSandbox(context);
    const running = record !== undefined && isAlive(record.pid);
    return {
      kind: 'record',
      record: running ? { running, ...record } : { running: false },
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
