import { ArchctlError, usageError } from '../../base/errors.js';
import { withoutSecrets } from '../../base/secret-environment.js';
import { command } from '../../cli/command/command.js';
import { refuseDryRun, SANDBOX_OPTIONS, serverOptions } from './shared/options.js';

export default command({
  summary: 'Run a command against a temporary sandbox',
  details:
    'Starts an ephemeral sandbox on a free port, sets ARCHCTL_BASE_URL, ARCHCTL_API_KEY, ARCHCTL_ORG and ARCHCTL_LANDSCAPE, runs the command and exits with its exit code. The command does not inherit your own key or ARCHCTL_WEBHOOK_SECRET. With --host other machines can connect too; the command itself uses loopback.',
  options: SANDBOX_OPTIONS,
  takesRest: true,
  waits: true,
  examples: {
    'A test suite': 'archctl sandbox exec -- npm test',
    'On the Growth plan': 'archctl sandbox exec --plan growth -- sh -c "archctl landscape list"',
  },
  related: ['sandbox start', 'help environment'],
  async run(context, { options, rest }) {
    refuseDryRun(context);
    const { world } = context;
    const [file, ...args] = rest;
    if (file === undefined)
      throw usageError('No command was given.', {
        hint: 'Put it after --: archctl sandbox exec -- npm test',
      });
    const server = serverOptions(context, options);
    const [{ serveSandbox }, { execa }] = await Promise.all([
      import('../../sandbox/serve.js'),
      import('execa'),
    ]);
    const sandbox = await serveSandbox(server);
    try {
      const { ARCHCTL_PROFILE: _, ...env } = withoutSecrets(world.env);
      const result = await execa(file, args, {
        cwd: world.cwd,
        env: {
          ...env,
          ARCHCTL_BASE_URL: `${sandbox.url}/v1/`,
          ARCHCTL_API_KEY: `${sandbox.adminKey.id}:${sandbox.adminKey.secret}`,
          ARCHCTL_ORG: sandbox.organizationId,
          ...(sandbox.landscapeId ? { ARCHCTL_LANDSCAPE: sandbox.landscapeId } : {}),
        },
        extendEnv: false,
        stdio: 'inherit',
        reject: false,
        cancelSignal: world.signal,
      });
      if (result.exitCode !== undefined) return { kind: 'exit', code: result.exitCode };
      if (result.isCanceled || result.signal === 'SIGINT') return { kind: 'exit', code: 130 };
      if (result.signal !== undefined) return { kind: 'exit', code: 128 + (SIGNALS[result.signal] ?? 1) };
      throw new ArchctlError(
        'usage',
        `Cannot run ${file}: ${result.code === 'ENOENT' ? 'program not found' : (result.code ?? 'it did not start')}.`,
      );
    } finally {
      await sandbox.stop();
    }
  },
});

/** Shell exit codes for signals that end a command. */
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
};
