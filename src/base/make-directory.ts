import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory, and those above it, for this user alone unless told; one that is there stays as it is. In place of Node's
 * recursive mkdir, which never returns where a parent cannot hold directories (a home below /proc, a dead automount).
 * Throws what the file system says.
 */
export function makeDirectory(path: string, mode = 0o700): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(path) !== path) {
      makeDirectory(dirname(path), mode);
      makeLast(path, mode);
    } else if (!isDirectory(path)) throw error;
  }
}

/** Its parent is there now: what fails here fails for good, unless another process was quicker. */
function makeLast(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!isDirectory(path)) throw error;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
