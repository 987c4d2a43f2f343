import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the processes of all tests keep compiled code: as of a user whose second call it is. */
export default function shareCache(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'archctl-compiled-'));
  process.env.ARCHCTL_TEST_CACHE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
