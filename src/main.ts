import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OutputStream, outputOn } from './base/direct-output.js';
import { EXIT_CODES } from './base/errors.js';
import type { World } from './cli/command/world.js';
import { run } from './cli/run/run.js';
import { REGISTRY } from './commands/registry.generated.js';

/** Set by the loader of the single-file build, which has no program files next to it. */
const { archctlSingleFile: single } = globalThis as {
  archctlSingleFile?: { fontDirectory: () => string; pageDirectory: () => string };
};

let controller: AbortController | undefined;
const stop = (): AbortController => {
  controller ??= new AbortController();
  return controller;
};

/** Whether another program controls the terminal. */
let isHandedOver = false;

// The first Ctrl-C requests a clean shutdown; the second one exits. A pager handles Ctrl-C itself.
process.on('SIGINT', () => {
  if (isHandedOver) return;
  if (stop().signal.aborted) process.exit(EXIT_CODES.interrupted.code);
  stop().abort();
});
process.on('SIGTERM', () => stop().abort());

const argv = process.argv.slice(2);

/**
 * Hides NODE_TLS_REJECT_UNAUTHORIZED from Node, which would warn about it although archctl always verifies
 * certificates. The variable stays in the environment that archctl reads and passes to child processes.
 */
function environment(): NodeJS.ProcessEnv {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === undefined) return process.env;
  const whole = { ...process.env };
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  return whole;
}

let stdout: OutputStream | undefined;
let stderr: OutputStream | undefined;

// Opened lazily: each stream costs milliseconds, and --version needs only one.
const world: World = {
  env: environment(),
  get cwd() {
    return process.cwd();
  },
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    stdout ??= outputOn(1, () => process.stdout);
    return stdout;
  },
  get stderr() {
    stderr ??= outputOn(2, () => process.stderr);
    return stderr;
  },
  now: () => new Date(),
  get signal() {
    return stop().signal;
  },
  async handOver(work) {
    isHandedOver = true;
    try {
      return await work();
    } finally {
      isHandedOver = false;
    }
  },
  async browse(address) {
    const { openUrl } = await import('./base/network/open-address.js');
    return openUrl(address, { env: process.env });
  },
  // Fonts and the browser page are next to the bundle.
  get fontDirectory() {
    return single
      ? single.fontDirectory()
      : join(dirname(realpathSync(process.argv[1] ?? '')), '..', 'dist', 'fonts');
  },
  get pageDirectory() {
    return single
      ? single.pageDirectory()
      : join(dirname(realpathSync(process.argv[1] ?? '')), '..', 'dist', 'page');
  },
  argv,
  program: single ? [process.execPath] : [process.execPath, process.argv[1] ?? ''],
};

/** Completion requests from shells and from archctl itself come first, because they need no command modules. */
async function start(): Promise<number> {
  const [first, ...rest] = argv;
  if (first === '__complete') {
    const { completeLine } = await import('./completion/entry.js');
    await completeLine(rest, world);
    return EXIT_CODES.ok.code;
  }
  if (first === '__refresh-completions') {
    const { refresh } = await import('./completion/refresh.js');
    // Its output is not visible; on failure the cached names stay as they are.
    await refresh(rest, world, REGISTRY).catch(() => {});
    return EXIT_CODES.ok.code;
  }
  return run(argv, world, REGISTRY);
}

start().then((code) => process.exit(code));
