import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates the compile cache that the processes of all tests share. They start like the second call of a user.
 */
export default function shareCache(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'archctl-compiled-'));
  process.env.ARCHCTL_TEST_CACHE = folder;
  return () => removeFolder(folder);
}

/**
 * Deletes a folder. Browsers write until they end, a moment after their worker: the retries of Node 20 do not notice files
 * that are written after it listed a folder.
 */
function removeFolder(folder: string, attempts = 10): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    if (attempts === 0) throw error;
    removeFolder(folder, attempts - 1);
  }
}
