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

/** As `keep` or `owner` of `WriteOptions` say. */
export type Access = 'keep' | 'owner';

/** A file that lies beside its place until it is whole. */
export interface BegunFile {
  write(bytes: Uint8Array): void;
  /** Moves it to its place, over what was there. */
  finish(): void;
  /** Takes it away; after `finish`, nothing is left to take away. */
  discard(): void;
}

/** Begins a file beside its place, under a name that nobody can guess. */
export function beginFile(path: string, before: Stats | undefined, access: Access): BegunFile {
  // A file is protected by its own mode, too, though a rename would not ask.
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

/** A disk that fills up takes a part of what it is given. */
export function writeWhole(handle: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.byteLength; ) offset += writeSync(handle, bytes, offset);
}

export const remove = (path: string): void => void tries(() => unlinkSync(path));

/** Where the owner cannot stay, neither do rights that were meant for that owner's group, nor set-user-id. */
function keepOwnerAndMode(handle: number, before: Stats, access: 'keep' | 'owner'): void {
  if (process.platform === 'win32') return;
  const { uid, gid } = fstatSync(handle);
  const owner = uid === before.uid || tries(() => fchownSync(handle, before.uid, -1));
  const group = gid === before.gid || tries(() => fchownSync(handle, -1, before.gid));
  if (access === 'owner') return;
  const mode = before.mode & (owner && group ? 0o7777 : 0o777);
  // Others' rights are all that the wrong group may have.
  fchmodSync(handle, group ? mode : (mode & 0o707) | (mode & ((mode & 0o007) << 3)));
}

function tries(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
