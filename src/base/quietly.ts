/** Runs `work` and ignores its errors, for clean-up that another process may already have done. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Ignored.
  }
}
