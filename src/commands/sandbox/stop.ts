import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import type { Context } from '../../cli/command/spec.js';
import { systemClock } from '../../client/send/clock.js';
import { findSandbox, unsure } from './shared/identity.js';
import { askToEnd, fateOf } from './shared/process.js';
import type { SandboxRecord } from './shared/state.js';

const WITHIN_MS = 10_000;
const STEP_MS = 20;

export default command({
  summary: 'End a sandbox that runs in the background',
  details:
    'Nothing it answered is lost. Where none is running there is nothing to do, and that is no error. A process that is not proven to be the sandbox is left alone.',
  examples: [
    { note: 'End it', line: 'archctl sandbox stop' },
    { note: 'In a script, without a note', line: 'archctl sandbox stop -q' },
  ],
  related: ['sandbox start', 'sandbox status'],
  async run(context) {
    const { terminal } = context;
    const found = await findSandbox(context);
    if (found.is === 'absent') terminal.note('No sandbox is running.');
    else if (found.is === 'unsure') throw unsure(found);
    else if (context.parsed.globals.dryRun)
      terminal.note(`The sandbox at ${found.record.baseUrl} would be ended.`);
    else {
      await end(context, found.record);
      terminal.success(`The sandbox at ${found.record.baseUrl} has ended.`);
    }
    return { kind: 'nothing' };
  },
});

/** Ends the sandbox, and waits until its process is gone; one that has its id afterwards is another. */
async function end({ world }: Context, record: SandboxRecord): Promise<void> {
  const { pid } = record;
  if (!askToEnd(pid)) {
    throw new ArchctlError('unavailable', `The sandbox (process ${pid}) may not be ended by this user.`);
  }
  const sleep = world.sleep ?? systemClock.sleep;
  for (let waited = 0; fateOf(record) !== 'gone'; waited += STEP_MS) {
    if (waited >= WITHIN_MS) {
      throw new ArchctlError('unavailable', `The sandbox (process ${pid}) does not end.`, {
        hint: `Force it: kill -9 ${pid}. What it confirmed is on disk.`,
      });
    }
    await sleep(STEP_MS, world.signal);
  }
}
