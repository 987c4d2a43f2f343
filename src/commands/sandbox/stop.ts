import { ArchctlError, usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { systemClock } from '../../client/send/clock.js';
import { processState, terminate } from '../shared/process.js';
import { type SandboxState, sandboxInWords, unidentifiedError } from './shared/identity.js';
import {
  findAllSandboxes,
  SELECTOR_ARGUMENT,
  SELECTOR_OPTIONS,
  selectorOf,
  selectSandbox,
} from './shared/selection.js';
import type { SandboxRecord } from './shared/state.js';

const WITHIN_MS = 10_000;
const STEP_MS = 20;

export default command({
  summary: 'Stop a sandbox that runs in the background',
  details:
    'Acknowledged writes are kept. If no sandbox is running, the exit code is still 0. If several are running, select one by name or --port. archctl stops a process only if it can verify that it is the sandbox.',
  args: SELECTOR_ARGUMENT,
  options: { ...SELECTOR_OPTIONS, all: flag('Stop every sandbox') },
  examples: {
    'Stop it': 'archctl sandbox stop',
    'One of several sandboxes': 'archctl sandbox stop ci',
    'In a script, all of them, without a note': 'archctl sandbox stop --all -q',
  },
  related: ['sandbox start', 'sandbox list'],
  async run(context, { args, options }) {
    const { all, ...given } = options;
    const selector = selectorOf(args, given);
    if (!all) await stop(context, await selectSandbox(context, selector));
    else if (selector.name !== undefined || selector.port !== undefined)
      throw usageError('--all cannot be combined with a name or port.');
    else await stopAll(context);
    return { kind: 'nothing' };
  },
});

/** Stops sandboxes one after the other; a failure does not prevent the others from stopping. */
async function stopAll(context: Context): Promise<void> {
  const found = await findAllSandboxes(context);
  if (found.length === 0) context.terminal.note('No sandbox is running.');
  const failures: unknown[] = [];
  for (const it of found) await stop(context, it).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function stop(context: Context, found: SandboxState): Promise<void> {
  const { terminal } = context;
  if (found.is === 'absent') return terminal.note(found.why);
  if (found.is === 'unsure') throw unidentifiedError(found);
  const { name, record } = found;
  if (context.parsed.globals.dryRun)
    return terminal.note(`${sandboxInWords(name)} at ${record.baseUrl} would be stopped.`);
  await end(context, record);
  terminal.success(`${sandboxInWords(name)} at ${record.baseUrl} was stopped.`);
}

/** Stops the sandbox and waits until its process has ended, which is identified by id and start time. */
async function end({ world }: Context, record: SandboxRecord): Promise<void> {
  const { pid } = record;
  if (!terminate(pid)) {
    throw new ArchctlError('unavailable', `No permission to stop the sandbox (process ${pid}).`);
  }
  const sleep = world.sleep ?? systemClock.sleep;
  for (let waited = 0; processState(record) !== 'gone'; waited += STEP_MS) {
    if (waited >= WITHIN_MS) {
      throw new ArchctlError('unavailable', `The sandbox (process ${pid}) does not stop.`, {
        hint: `Force it: kill -9 ${pid}. Acknowledged writes are on disk.`,
      });
    }
    await sleep(STEP_MS, world.signal);
  }
}
