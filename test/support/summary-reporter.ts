import type { Reporter, TestModule } from 'vitest/node';

/** Prints a last line `N passed, N failed, N skipped`, for programs that read the log. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      // A file that failed to load has no tests, but counts as a failure.
      const before = counts.failed;
      if (module.errors().length > 0) counts.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state]++;
      }
      // A failed hook skips its tests without failing any of them.
      if (module.state() === 'failed' && counts.failed === before) counts.failed++;
    }
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}
