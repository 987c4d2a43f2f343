import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OutputStream, outputOn } from './base/direct-output.js';
import { EXIT_CODES } from './base/errors.js';
import type { World } from './cli/command/world.js';
import { run } from './cli/run/run.js';
import { REGISTRY } from './commands/registry.generated.js';

/** What the loader of the single-file build leaves: no file of the program lies beside it. */
const { archctlSingleFile: single } = globalThis as {
  archctlSingleFile?: { fontDirectory: () => string };
};

let controller: AbortController | undefined;
const stop = (): AbortController => {
  controller ??= new AbortController();
  return controller;
};

/** Another program has the terminal. */
let isHandedOver = false;

// The first Ctrl-C asks to stop, and what runs cleans up; the second does not ask. A pager has its own use for it.
process.on('SIGINT', () => {
  if (isHandedOver) return;
  if (stop().signal.aborted) process.exit(EXIT_CODES.interrupted.code);
  stop().abort();
});
process.on('SIGTERM', () => stop().abort());

const argv = process.argv.slice(2);

/**
 * Node says that certificates are no longer checked wherever it finds the switch for it, which archctl does not obey.
 * It is taken out of Node's sight, and stays in what archctl looks at and hands on to others.
 */
function environment(): NodeJS.ProcessEnv {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === undefined) return process.env;
  const whole = { ...process.env };
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  return whole;
}

let stdout: OutputStream | undefined;
let stderr: OutputStream | undefined;

// Opened when asked for: each of the streams costs milliseconds, and --version needs only one.
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
    const { openAddress } = await import('./base/open-address.js');
    return openAddress(address, { env: process.env });
  },
  // The fonts lie beside the bundle.
  get fontDirectory() {
    return single
      ? single.fontDirectory()
      : join(dirname(realpathSync(process.argv[1] ?? '')), '..', 'dist', 'fonts');
  },
  argv,
  program: single ? [process.execPath] : [process.execPath, process.argv[1] ?? ''],
};

/** What shells and archctl itself ask for comes first: nothing of a command is loaded for a Tab. */
async function start(): Promise<number> {
  const [first, ...rest] = argv;
  if (first === '__complete') {
    const { completeLine } = await import('./completion/entry.js');
    await completeLine(rest, world);
    return EXIT_CODES.ok.code;
  }
  if (first === '__refresh-completions') {
    const { refresh } = await import('./completion/refresh.js');
    // Nobody reads what it would say; the names stay as old as they are.
    await refresh(rest, world, REGISTRY).catch(() => {});
    return EXIT_CODES.ok.code;
  }
  return run(argv, world, REGISTRY);
}

start().then((code) => process.exit(code));
