import type { Reporter, TestModule } from 'vitest/node';

/** One closing line, `N passed, N failed, N skipped`, for whoever reads the log by machine. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      // A file that could not be loaded has no tests, and has failed all the same.
      const before = counts.failed;
      if (module.errors().length > 0) counts.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state]++;
      }
      // A hook that failed takes its tests along without failing any of them.
      if (module.state() === 'failed' && counts.failed === before) counts.failed++;
    }
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}
