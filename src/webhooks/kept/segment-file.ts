import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** More than a listener ever writes into one file. What lies beyond is not read. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface ReadFile {
  bytes: Buffer;
  /** Bytes of it that were not read. */
  beyond: number;
}

/** A plain file of this user: no link, no pipe, nobody else's. */
export const isOurs = (stat: Pick<Stats, 'isFile' | 'uid'>): boolean =>
  stat.isFile() && (process.geteuid === undefined || stat.uid === process.geteuid());

/** Opens a file of this user and no other; what lies in its place is not followed and not waited for. Throws. */
export function openOurs(path: string, flags: number): number {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
  const handle = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if (isOurs(fstatSync(handle))) return handle;
  closeSync(handle);
  throw Object.assign(new Error(`${path} is not a plain file of this user`), { code: 'EPERM' });
}

/** Reads such a file, as much of it as a listener may have written. Throws what the file system says. */
export function readOurs(path: string): ReadFile {
  const handle = openOurs(path, constants.O_RDONLY);
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.allocUnsafe(Math.min(size, MAX_BYTES));
    let end = 0;
    while (end < bytes.byteLength) {
      const count = readSync(handle, bytes, end, bytes.byteLength - end, end);
      if (count === 0) break;
      end += count;
    }
    return { bytes: bytes.subarray(0, end), beyond: Math.max(0, size - MAX_BYTES) };
  } finally {
    closeSync(handle);
  }
}
