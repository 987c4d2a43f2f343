import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import Sequencer from './test/support/sequencer.js';

const MEMORY = '/dev/shm';
/** More than all tests together write. */
const ROOM = 4 * 2 ** 30;

/**
 * Tests make and remove thousands of small folders, which is where a disk is slowest: where the system keeps files in
 * memory, with room for them and for programs, theirs are there.
 */
function temporary(): Record<string, string> {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    const [mount = ''] = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm .*$/m) ?? [];
    return bavail * bsize < ROOM || /\bnoexec\b/.test(mount) ? {} : { TMPDIR: MEMORY };
  } catch {
    return {};
  }
}

/**
 * Tests run much code a few times each, and again in the next file: optimising it costs more than that gives back, and what
 * was compiled is kept. Measured on Node 20, each with a tenth of the time less; later ones refuse the first option.
 */
const NODE_OPTIONS = [
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
  '--no-flush-bytecode',
];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    env: temporary(),
    // For what hangs. What takes two seconds takes twenty where four others build on the same machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests share nothing but modules, and loading those once for all saves a third of the time.
    isolate: false,
    // Node loads sources and tests by itself, compiled beforehand.
    globalSetup: ['./test/support/compile-all.ts', './test/support/shared-cache.ts'],
    setupFiles: './test/support/property-runs.ts',
    execArgv: NODE_OPTIONS,
    runner: './test/support/native-runner.ts',
    sequence: { sequencer: Sequencer },
    // Three where there are two cores: many tests wait for a process of their own.
    maxWorkers: 3,
    reporters: ['default', './test/support/summary-reporter.ts'],
  },
});
