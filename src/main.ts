import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NOUNS } from './cli/nouns.js';
import { run } from './cli/run.js';
import { REGISTRY } from './commands/registry.generated.js';
import { EXIT_CODES } from './errors.js';

/** What the loader of the single-file build leaves: no file of the program lies beside it. */
const { archctlSingleFile: single } = globalThis as {
  archctlSingleFile?: { fontDirectory: () => string };
};

let controller: AbortController | undefined;
const stop = (): AbortController => {
  controller ??= new AbortController();
  return controller;
};

// The first Ctrl-C asks to stop, and what runs cleans up; the second does not ask.
process.on('SIGINT', () => {
  if (stop().signal.aborted) process.exit(EXIT_CODES.interrupted.code);
  stop().abort();
});
process.on('SIGTERM', () => stop().abort());

// Opened when asked for: each of the streams costs milliseconds, and --version needs only one.
run(
  process.argv.slice(2),
  {
    env: process.env,
    get cwd() {
      return process.cwd();
    },
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    now: () => new Date(),
    get signal() {
      return stop().signal;
    },
    // The fonts lie beside the bundle.
    get fontDirectory() {
      return single
        ? single.fontDirectory()
        : join(dirname(realpathSync(process.argv[1] ?? '')), '..', 'dist', 'fonts');
    },
    argv: process.argv.slice(2),
    program: single ? [process.execPath] : [process.execPath, process.argv[1] ?? ''],
  },
  REGISTRY,
  NOUNS,
).then((code) => process.exit(code));
