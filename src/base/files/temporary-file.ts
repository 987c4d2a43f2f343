import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectory } from './make-directory.js';

/** Access of the new file; see `WriteOptions`. */
export type Access = 'keep' | 'owner';

/** A temporary file beside its target, until it is complete. */
export interface TemporaryFile {
  write(bytes: Uint8Array): void;
  /** Moves the file to its target and replaces what was there. */
  finish(): void;
  /** Deletes the temporary file; does nothing after `finish`. */
  discard(): void;
}

/** Creates a temporary file beside `path`, with a name that cannot be guessed. */
export function createTemporaryFile(path: string, before: Stats | undefined, access: Access): TemporaryFile {
  // Respects a read-only mode of the existing file, which a rename would ignore.
  if (before) closeSync(openSync(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0)));
  makeDirectory(dirname(path), access === 'owner' ? 0o700 : 0o777);
  const temporary = join(dirname(path), `.archctl-${crypto.randomUUID()}.tmp`);
  const handle = openSync(temporary, 'wx', before || access === 'owner' ? 0o600 : 0o666);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(handle);
    isOpen = false;
  };
  return {
    write: (bytes) => writeWhole(handle, bytes),
    finish() {
      fsyncSync(handle);
      if (before) keepOwnerAndMode(handle, before, access);
      close();
      renameSync(temporary, path);
    },
    discard() {
      close();
      remove(temporary);
    },
  };
}

/** Repeats partial writes, which happen when a disk fills up. */
export function writeWhole(handle: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.byteLength; ) offset += writeSync(handle, bytes, offset);
}

export const remove = (path: string): void => void succeeds(() => unlinkSync(path));

/** Copies owner and mode. If the owner cannot be kept, also drops group permissions and set-user-id. */
function keepOwnerAndMode(handle: number, before: Stats, access: 'keep' | 'owner'): void {
  if (process.platform === 'win32') return;
  const { uid, gid } = fstatSync(handle);
  const owner = uid === before.uid || succeeds(() => fchownSync(handle, before.uid, -1));
  const group = gid === before.gid || succeeds(() => fchownSync(handle, -1, before.gid));
  if (access === 'owner') return;
  const mode = before.mode & (owner && group ? 0o7777 : 0o777);
  // If the group cannot be kept, limits its permissions to those of others.
  fchmodSync(handle, group ? mode : (mode & 0o707) | (mode & ((mode & 0o007) << 3)));
}

function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
