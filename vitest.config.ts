import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const SOAK = 'test/soak/**/*.test.ts';
/** `npm run judges` installs packages there. */
const INSTALLED = '**/node_modules/**';

export default defineConfig({
  test: {
    projects: [
      // Modules are loaded once for all files of a worker. Tests share no other state.
      {
        extends: true,
        test: { name: 'all', include: ['test/**/*.test.ts'], exclude: [SOAK, INSTALLED], isolate: false },
      },
      // Garbage collections, which measure the heap, are slow in a worker that has run other tests.
      { extends: true, test: { name: 'soak', include: [SOAK], isolate: true } },
    ],
    setupFiles: ['./test/support/property-runs.ts', './test/support/table-width.ts'],
    globalSetup: './test/support/shared-cache.ts',
    // Many tests wait for a process of their own, so that two cores can serve three workers.
    maxWorkers: Math.max(3, availableParallelism()),
    // Limits for tests that hang. A busy machine takes ten times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', './test/support/summary-reporter.ts'],
  },
});
