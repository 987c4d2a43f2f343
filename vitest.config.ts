import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Tests share nothing but modules, and loading those once for all saves a third of the time.
    isolate: false,
    // Three where there are two cores: many tests wait for a process of their own.
    maxWorkers: 3,
    reporters: ['default', './test/support/summary-reporter.ts'],
  },
});
