import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** Where the processes of all tests keep compiled code: as of a user whose second call it is. */
export default function shareCache({ config }: TestProject): () => void {
  const folder = mkdtempSync(join(config.env.TMPDIR ?? tmpdir(), 'archctl-compiled-'));
  process.env.ARCHCTL_TEST_CACHE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
