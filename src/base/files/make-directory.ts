import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and its parents with `mode`, by default for this user only; an existing one stays unchanged.
 * Replaces Node's recursive mkdir, which never returns below /proc or a dead automount. Throws errors of the file
 * system.
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

/** The parent exists, so a failure is final, unless another process created the directory. */
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
