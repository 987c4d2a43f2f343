import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates the compile cache that the processes of all tests share. They start like the second call of a user.
 */
export default function shareCache(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'archctl-compiled-'));
  process.env.ARCHCTL_TEST_CACHE = folder;
  // Browsers write until they end, a moment after their worker.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 30 });
}
