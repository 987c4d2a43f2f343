import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../../base/errors.js';
import { isAbsent } from '../../base/files/regular-file.js';
import { systemWords } from '../../base/system-words.js';
import { type Scan, scanFrames } from './frame.js';

/**
 * A segment file of stored events. A listener appends to `FIRST.open`; when the file is full or the listener ends, it
 * is renamed to `FIRST-LAST-COUNT.seg`. A process that detaches an open file from its writer renames it to `FIRST.dead`
 * before reading it. The writer checks that its file still exists after each write and before acknowledging: either the
 * reader sees the write, or the writer sees that the file is gone and writes to a new one. So processes need not detect
 * whether others are alive.
 */
export interface Segment {
  path: string;
  name: string;
  firstId: string;
  /** Undefined while the file may still grow. */
  lastId: string | undefined;
  /** Number of events according to the file name, limited by the file size. */
  count: number | undefined;
  /** Number of events when the segment was sealed, according to its name. */
  sealedWith: number;
  size: number;
  /** Time of the last modification. */
  mtimeMs: number;
}

/** Minimum size of an event in bytes. */
const SMALLEST_EVENT = 32;
/** More than a listener writes into one file. Anything beyond is not read. */
const MAX_BYTES = 64 * 1024 * 1024;

const SEALED = /^(evt_[0-9a-z]+)-(evt_[0-9a-z]+)-(\d+)\.seg$/;
const UNSEALED = /^(evt_[0-9a-z]+)\.(?:open|dead)$/;

export const openFileName = (firstId: string): string => `${firstId}.open`;
export const detachedFileName = (firstId: string): string => `${firstId}.dead`;
export const sealedFileName = (firstId: string, lastId: string, count: number): string =>
  `${firstId}-${lastId}-${count}.seg`;

/** Whether it is a regular file of this user, not a link or a pipe. */
const isOurs = (stat: Pick<Stats, 'isFile' | 'uid'>): boolean =>
  stat.isFile() && (process.geteuid === undefined || stat.uid === process.geteuid());

/** Opens or creates a private file of this user, without following links or blocking on pipes. Throws. */
export function openOurs(path: string, flags: number): number {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
  const handle = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if (isOurs(fstatSync(handle))) return handle;
  closeSync(handle);
  throw Object.assign(new Error(`${path} is not a regular file of this user`), { code: 'EPERM' });
}

/**
 * Lists the segments, oldest first; empty if there is no directory. Links and files of other users are not trusted:
 * they are skipped and reported to `onForeign`.
 */
export function listSegments(directory: string, onForeign: (name: string) => void = () => {}): Segment[] {
  return namesIn(directory)
    .flatMap((name): Segment[] => {
      const [, firstId, lastId, count] = SEALED.exec(name) ?? UNSEALED.exec(name) ?? [];
      if (firstId === undefined) return [];
      const path = join(directory, name);
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return [];
      if (!isOurs(stat)) {
        onForeign(name);
        return [];
      }
      const { size, mtimeMs } = stat;
      const unsealed = {
        path,
        name,
        firstId,
        lastId: undefined,
        count: undefined,
        sealedWith: 0,
        size,
        mtimeMs,
      };
      if (count === undefined) return [unsealed];
      const sealedWith = Number(count);
      const possible = Math.min(sealedWith, Math.ceil(size / SMALLEST_EVENT));
      return [{ ...unsealed, lastId, sealedWith, count: possible }];
    })
    .sort((a, b) => (a.firstId < b.firstId ? -1 : 1));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw usageError(`Cannot read ${directory}: ${systemWords(error)}.`, { cause: error });
  }
}

/**
 * Reads a segment. Undefined if another process sealed or pruned it in the meantime. An unreadable file counts as
 * damaged as a whole.
 */
export function readSegment(segment: Segment): Scan | undefined {
  try {
    const found = contentOf(segment);
    // Another process may have been modifying it: the second read sees the result.
    return found.damage.events === 0 ? found : contentOf(segment);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return { frames: [], damage: { events: Math.max(1, segment.sealedWith), bytes: segment.size } };
  }
}

function contentOf({ path, lastId, sealedWith }: Segment): Scan {
  const { bytes, unread } = readOurs(path);
  const { frames, damage } = scanFrames(bytes);
  // Frames written after sealing are also in the writer's next file.
  const valid = frames.filter(({ head }) => lastId === undefined || head.id <= lastId);
  // The name of a sealed file reveals events that left no trace in the file.
  const missing = sealedWith - new Set(valid.map(({ head }) => head.id)).size;
  const events = Math.max(damage.events, missing, unread > 0 ? 1 : 0);
  return { frames: valid, damage: { events, bytes: damage.bytes + unread } };
}

/** Reads a file up to the maximum size, and returns the number of bytes that were not read. */
function readOurs(path: string): { bytes: Buffer; unread: number } {
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
    return { bytes: bytes.subarray(0, end), unread: Math.max(0, size - MAX_BYTES) };
  } finally {
    closeSync(handle);
  }
}
