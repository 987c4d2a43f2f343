import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { targetOf } from './file-target.js';
import { createTemporaryFile } from './temporary-file.js';
import { cannotWrite } from './write-file.js';
import type { Pieces } from './write-into.js';

/** Result of an update: the file was new, had other content, or already had this content and was not written. */
export type Updated = 'new' | 'changed' | 'unchanged';

/**
 * Writes a file with an untrusted name atomically, unless it already has this content; so a run after a crash skips
 * completed files. Rejects a link in its place, so that no name leads out of the directory. Rethrows errors of
 * `content`. Errors: `usage`, with the reason; an abort of `signal`.
 */
export async function updateFile(path: string, content: Pieces, signal?: AbortSignal): Promise<Updated> {
  try {
    // The directory is the user's choice and may be a link.
    const target = join(targetOf(dirname(resolve(path))).path, basename(path));
    const before = lstatSync(target, { throwIfNoEntry: false });
    if (before?.isSymbolicLink()) throw new Error('it is a link');
    if (before && !before.isFile()) throw new Error('it is not a regular file');
    const file = createTemporaryFile(target, before, 'keep');
    const known = before && comparison(target);
    try {
      for await (const piece of content) {
        file.write(piece);
        known?.compare(piece);
      }
      if (known?.isSame()) return 'unchanged';
      file.finish();
      return before ? 'changed' : 'new';
    } finally {
      known?.close();
      file.discard();
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw cannotWrite(path, error);
  }
}

interface Comparison {
  compare(bytes: Uint8Array): void;
  /** Whether the file equals the bytes so far and has no more. */
  isSame(): boolean;
  close(): void;
}

/** Reads a file in step with the new content, up to the first difference. An unreadable file counts as different. */
function comparison(path: string): Comparison | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let handle: number;
  try {
    handle = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return undefined;
  }
  let isSame = fstatSync(handle).isFile();
  let length = 0;
  return {
    compare(bytes) {
      if (!isSame) return;
      const own = Buffer.alloc(bytes.byteLength);
      for (let read = 0; read < own.byteLength; ) {
        const count = readSync(handle, own, read, own.byteLength - read, null);
        if (count === 0) break;
        read += count;
      }
      length += bytes.byteLength;
      isSame = length <= fstatSync(handle).size && own.equals(bytes);
    },
    isSame: () => isSame && fstatSync(handle).size === length,
    close: () => closeSync(handle),
  };
}
