import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { systemClock } from '../../client/send/clock.js';
import { isAlive, readSandbox } from './shared/state.js';

const WITHIN_MS = 10_000;
const STEP_MS = 20;

export default command({
  summary: 'End a sandbox that runs in the background',
  details: 'Nothing it answered is lost. Where none is running there is nothing to do, and that is no error.',
  examples: [
    { note: 'End it', line: 'archctl sandbox stop' },
    { note: 'In a script, without a note', line: 'archctl sandbox stop -q' },
  ],
  related: ['sandbox start', 'sandbox status'],
  async run(context) {
    const { terminal, world } = context;
    const record = readSandbox(context);
    if (!record || !isAlive(record.pid)) {
      terminal.note('No sandbox is running.');
      return { kind: 'nothing' };
    }
    if (context.parsed.globals.dryRun) return { kind: 'nothing' };
    process.kill(record.pid, 'SIGTERM');
    const sleep = world.sleep ?? systemClock.sleep;
    for (let waited = 0; isAlive(record.pid); waited += STEP_MS) {
      if (waited >= WITHIN_MS)
        throw new ArchctlError('unavailable', `The sandbox (process ${record.pid}) does not end.`);
      await sleep(STEP_MS, world.signal);
    }
    terminal.success(`The sandbox at ${record.baseUrl} has ended.`);
    return { kind: 'nothing' };
  },
});
