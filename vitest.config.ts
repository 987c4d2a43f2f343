import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['./test/support/property-runs.ts', './test/support/table-width.ts'],
    globalSetup: './test/support/shared-cache.ts',
    // Modules are loaded once for all files of a worker. Tests share no other state.
    isolate: false,
    // Many tests wait for a process of their own, so that two cores can serve three workers.
    maxWorkers: Math.max(3, availableParallelism()),
    // Limits for tests that hang. A busy machine takes ten times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', './test/support/summary-reporter.ts'],
  },
});
