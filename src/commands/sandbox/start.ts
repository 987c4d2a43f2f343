import { resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { putProfile } from '../../profiles/changes.js';
import type { Profile } from '../../profiles/profile.js';
import type { RunningSandbox } from '../../sandbox/serve.js';
import type { LineContext } from '../../terminal/types.js';
import { aborted } from '../shared/stream-limits.js';

import { startDetached } from './shared/detach.js';
import { refuseDryRun, SANDBOX_OPTIONS, serverOptions } from './shared/options.js';
import { startOf } from './shared/process.js';
import { defaultDataDirectory, forgetSandbox, SANDBOX_PROFILE, writeSandbox } from './shared/state.js';

/** The one line a sandbox prints once it answers; its shape is frozen. */
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
    'Serves the whole documented API on loopback, with demo data, and writes a profile "sandbox" with an admin key. Ctrl-C ends it with nothing lost and exit code 0. With --host it listens on another address as well: the profile goes on using loopback, the control API (/sandbox) answers to this machine only, and requests by a name need --allow-host.',
  options: {
    ...SANDBOX_OPTIONS,
    dataDir: text('Where its data lives (default: the state directory)', {
      value: 'DIR',
      completes: 'directory',
    }),
    ephemeral: flag('Keep nothing'),
    detach: flag('Run in the background'),
  },
  examples: [
    { note: 'Try everything', line: 'archctl sandbox start' },
    {
      note: 'In the background, then use it',
      line: 'archctl sandbox start --detach && archctl -p sandbox landscape list',
    },
    {
      note: 'As a metered plan that sometimes fails',
      line: 'archctl sandbox start --ephemeral --plan growth --error-rate 0.1',
    },
  ],
  related: ['sandbox exec', 'sandbox status', 'sandbox stop'],
  async run(context, { options }) {
    refuseDryRun(context);
    if (options.ephemeral && options.dataDir !== undefined)
      throw usageError('--ephemeral and --data-dir exclude one another.');
    const dataDir = options.ephemeral
      ? undefined
      : resolve(context.world.cwd, options.dataDir ?? defaultDataDirectory(context));
    // Also where another process will serve: what is wrong or risky is said here.
    const server = serverOptions(context, options);
    if (options.detach) return startDetached(context, line);
    const { serveSandbox } = await import('../../sandbox/serve.js');
    const sandbox = await serveSandbox({ ...server, ...(dataDir ? { dataDir } : {}) });
    return {
      kind: 'stream',
      events: serve(context, sandbox, dataDir ?? null),
      columns: [{ key: 'type' }, { key: 'baseUrl' }, { key: 'profile' }],
      line,
    };
  },
});

async function* serve(
  context: Context,
  sandbox: RunningSandbox,
  dataDir: string | null,
): AsyncGenerator<Ready> {
  try {
    await saveProfile(context, sandbox);
    writeSandbox(context, {
      pid: process.pid,
      start: startOf(process.pid) ?? null,
      baseUrl: sandbox.url,
      instance: sandbox.instance,
      dataDir,
      plan: sandbox.plan,
      startedAt: context.world.now().toISOString(),
    });
    yield {
      type: 'ready',
      version: 1,
      baseUrl: sandbox.url,
      port: sandbox.port,
      pid: process.pid,
      profile: SANDBOX_PROFILE,
      organizationId: sandbox.organizationId,
      landscapeId: sandbox.landscapeId,
      plan: sandbox.plan,
      dataDir,
    };
    context.terminal.note(
      `Profile "${SANDBOX_PROFILE}" points at it: archctl -p ${SANDBOX_PROFILE} landscape list. Ctrl-C ends it.`,
    );
    await aborted(context.world.signal);
  } finally {
    try {
      await sandbox.stop();
    } finally {
      forgetSandbox(context, sandbox.instance);
    }
  }
}

/** The profile of the sandbox; it becomes the one in use only where there is none. */
async function saveProfile({ profiles }: Context, sandbox: RunningSandbox): Promise<void> {
  await profiles.update((file) => {
    const profile: Profile = {
      // Subscriptions outlive the process, and so must their secrets.
      ...pickSecrets(file.profiles[SANDBOX_PROFILE]),
      baseUrl: `${sandbox.url}/v1/`,
      keyId: sandbox.adminKey.id,
      secret: sandbox.adminKey.secret,
      org: sandbox.organizationId,
      ...(sandbox.landscapeId ? { landscape: sandbox.landscapeId } : {}),
      plan: sandbox.plan,
    };
    return putProfile(file, SANDBOX_PROFILE, profile, file.current === undefined);
  });
}

const pickSecrets = (profile: Profile | undefined): Pick<Profile, 'webhookSecrets'> =>
  profile?.webhookSecrets ? { webhookSecrets: profile.webhookSecrets } : {};

const line = (ready: Ready, { palette }: LineContext): string =>
  `${palette.green('✓')} The sandbox answers at ${palette.bold(ready.baseUrl)} (plan ${ready.plan}${ready.dataDir ? '' : ', keeps nothing'}).`;
