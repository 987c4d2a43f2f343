import { resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { isGenerated } from '../../sandbox/seed/generated/spec.js';
import type { RunningSandbox } from '../../sandbox/serve.js';
import type { LineContext } from '../../terminal/types.js';
import { processStart } from '../shared/process.js';
import { whenAborted } from '../shared/stream-limits.js';
import { startDetached } from './shared/detach.js';
import {
  chooseName,
  noteGeneratedName,
  refuseNameInUse,
  removeSandboxProfile,
  saveProfile,
} from './shared/naming.js';
import { refuseDryRun, SANDBOX_OPTIONS, serverOptions } from './shared/options.js';
import {
  checkedName,
  defaultDataDirectory,
  forgetSandbox,
  logPath,
  profileOf,
  SANDBOX_PROFILE,
} from './shared/state.js';

/** Startup timeout for generated landscapes, which take longer to create. */
const GENERATED_WITHIN_MS = 600_000;

/** The line that a sandbox prints once it is ready; its shape is frozen. */
interface Ready {
  type: 'ready';
  version: 1;
  baseUrl: string;
  port: number;
  pid: number;
  profile: string;
  organizationId: string;
  landscapeId: string;
  plan: string;
  dataDir: string | null;
}

export default command({
  summary: 'Run the service on this machine',
  details:
    'Serves the whole documented API on loopback, with demo data, and saves a profile "sandbox" with an admin key. Ctrl-C stops the sandbox without data loss, with exit code 0.\n\nTo run several, use names: --name ci has its own data and the profile "sandbox-ci". archctl never overwrites a profile that another sandbox or another service uses.\n\n--host adds an address to listen on. The profile still uses loopback, the control API (/sandbox) accepts only local connections, and requests to other host names need --allow-host.',
  options: {
    ...SANDBOX_OPTIONS,
    dataDir: text('Data directory (default: in the state directory)', {
      value: 'DIR',
      completes: 'directory',
    }),
    ephemeral: flag('Store no data; remove the profile at the end'),
    detach: flag('Run in the background'),
    name: text('Name, to run several sandboxes; selects the data and the profile sandbox-NAME', {
      value: 'NAME',
    }),
  },
  examples: {
    'With the demo data': 'archctl sandbox start',
    'In the background, beside other sandboxes':
      'archctl sandbox start --detach --name ci && archctl -p sandbox-ci landscape list',
    'With generated data': 'archctl sandbox start --ephemeral --seed generated:objects=500,connections=1200',
  },
  related: ['sandbox exec', 'sandbox list', 'sandbox stop'],
  async run(context, { options }) {
    refuseDryRun(context);
    if (options.ephemeral && options.dataDir !== undefined)
      throw usageError('--ephemeral and --data-dir cannot be combined.');
    const name = options.name === undefined ? undefined : checkedName(options.name);
    const dataDir = options.ephemeral
      ? undefined
      : resolve(context.world.cwd, options.dataDir ?? defaultDataDirectory(context, name ?? SANDBOX_PROFILE));
    // Options are also checked before a background start, so that errors and warnings appear here.
    const server = serverOptions(context, options);
    await refuseNameInUse(context, name, options.port);
    if (options.detach) {
      const started = await startDetached<Ready>(context, {
        line,
        log: logPath(context, name ?? SANDBOX_PROFILE),
        ...(isGenerated(options.seed ?? '') && { readyWithinMs: GENERATED_WITHIN_MS }),
      });
      noteGeneratedName(context, name, started.event.profile);
      const { profile } = started.event;
      return context.terminal.machine
        ? started.outcome
        : { ...started.outcome, remark: nextStep(context, profile) };
    }
    const { serveSandbox } = await import('../../sandbox/serve.js');
    const sandbox = await serveSandbox({ ...server, ...(dataDir ? { dataDir } : {}), jobsWait: true });
    return {
      kind: 'stream',
      events: serve(context, sandbox, { name, dataDir: dataDir ?? null }),
      columns: [{ key: 'type' }, { key: 'baseUrl' }, { key: 'profile' }],
      line,
    };
  },
});

async function* serve(
  context: Context,
  sandbox: RunningSandbox,
  { name, dataDir }: { name: string | undefined; dataDir: string | null },
): AsyncGenerator<Ready> {
  let taken: string | undefined;
  let isOwnProfile = false;
  try {
    taken = await chooseName(context, name, {
      pid: process.pid,
      start: processStart(process.pid) ?? null,
      baseUrl: sandbox.url,
      instance: sandbox.instance,
      dataDir,
      plan: sandbox.plan,
      startedAt: context.world.now().toISOString(),
    });
    const profile = profileOf(taken);
    isOwnProfile = await saveProfile(context, profile, sandbox);
    yield {
      type: 'ready',
      version: 1,
      baseUrl: sandbox.url,
      port: sandbox.port,
      pid: process.pid,
      profile,
      organizationId: sandbox.organizationId,
      landscapeId: sandbox.landscapeId,
      plan: sandbox.plan,
      dataDir,
    };
    // A large import blocks the event loop, so it starts after the ready line.
    sandbox.resumeJobs();
    noteGeneratedName(context, name, profile);
    if (!context.terminal.machine) context.terminal.note(`Ctrl-C stops it. ${nextStep(context, profile)}`);
    await whenAborted(context.world.signal);
  } finally {
    try {
      await sandbox.stop();
    } finally {
      try {
        // Before the record, because the name is claimed until then.
        if (taken !== undefined && isOwnProfile && dataDir === null)
          await removeSandboxProfile(context, profileOf(taken), sandbox);
      } finally {
        if (taken !== undefined) forgetSandbox(context, taken, sandbox.instance);
      }
    }
  }
}

/** The next command for a person; it names the profile unless that is the current one. */
function nextStep({ profiles }: Context, profile: string): string {
  const { current, profiles: saved } = profiles.read();
  const named = current === profile ? '' : ` -p ${profile}`;
  return `Next: archctl${named} ${saved[profile]?.landscape ? 'object tree' : 'landscape list'}`;
}

const line = (ready: Ready, { palette }: LineContext): string =>
  `${palette.green('✓')} The sandbox listens on ${palette.bold(ready.baseUrl)} (plan ${ready.plan}${ready.dataDir ? '' : ', ephemeral'}).`;
