import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** More than a listener writes into one file. Anything beyond is not read. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface ReadFile {
  bytes: Buffer;
  /** Number of bytes that were not read. */
  beyond: number;
}

/** Whether it is a regular file of this user, not a link or a pipe. */
export const isOurs = (stat: Pick<Stats, 'isFile' | 'uid'>): boolean =>
  stat.isFile() && (process.geteuid === undefined || stat.uid === process.geteuid());

/** Opens a regular file of this user, without following links or blocking on pipes. Throws. */
export function openOurs(path: string, flags: number): number {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
  const handle = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if (isOurs(fstatSync(handle))) return handle;
  closeSync(handle);
  throw Object.assign(new Error(`${path} is not a plain file of this user`), { code: 'EPERM' });
}

/** Reads such a file up to the maximum size a listener writes. Throws file system errors. */
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
