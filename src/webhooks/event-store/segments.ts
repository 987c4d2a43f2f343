import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../../base/errors.js';
import { makePrivateDirectory } from '../../base/files/private-directory.js';
import { systemWords } from '../../base/system-words.js';
import type { Frame } from './frame.js';
import { type Damage, type Scan, scan } from './scan.js';
import { isOurs, readOurs } from './segment-file.js';

/**
 * A segment file of stored events. A listener appends to `FIRST.open`; when the file is full or the listener ends, it
 * is renamed to `FIRST-LAST-COUNT.seg`. A process that takes an open file from its writer renames it to `FIRST.dead`
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
}

/** Minimum size of an event in bytes. */
const SMALLEST_EVENT = 32;

const SEALED = /^(evt_[0-9a-z]+)-(evt_[0-9a-z]+)-(\d+)\.seg$/;
const LOOSE = /^(evt_[0-9a-z]+)\.(?:open|dead)$/;

export const openName = (firstId: string): string => `${firstId}.open`;
const sealedName = (firstId: string, lastId: string, count: number): string =>
  `${firstId}-${lastId}-${count}.seg`;

/** @throws ArchctlError `usage` if the directory cannot be created. */
export function makeDirectory(directory: string): void {
  try {
    makePrivateDirectory(directory);
  } catch (error) {
    throw usageError(`Events cannot be stored in ${directory}: ${systemWords(error)}.`, {
      hint: 'Set ARCHCTL_STATE_DIR to another directory, or run "webhook listen --no-keep" to store no events.',
      cause: error,
    });
  }
}

/**
 * Lists the segments, oldest first; empty if there is no directory. Links and files of other users are not trusted:
 * they are skipped and reported to `strange`.
 */
export function listSegments(directory: string, strange: (name: string) => void = () => {}): Segment[] {
  return namesIn(directory)
    .flatMap((name): Segment[] => {
      const [, firstId, lastId, count] = SEALED.exec(name) ?? LOOSE.exec(name) ?? [];
      if (firstId === undefined) return [];
      const path = join(directory, name);
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return [];
      if (!isOurs(stat)) {
        strange(name);
        return [];
      }
      const { size } = stat;
      const loose = { path, name, firstId, lastId: undefined, count: undefined, sealedWith: 0, size };
      if (count === undefined) return [loose];
      const sealedWith = Number(count);
      return [
        { ...loose, lastId, sealedWith, count: Math.min(sealedWith, Math.ceil(size / SMALLEST_EVENT)) },
      ];
    })
    .sort((a, b) => (a.firstId < b.firstId ? -1 : 1));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
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
    const { code } = error as NodeJS.ErrnoException;
    if (isGone(code)) return undefined;
    if (code === undefined) throw error;
    return { frames: [], damage: { events: Math.max(1, segment.sealedWith), bytes: segment.size } };
  }
}

function contentOf({ path, lastId, sealedWith }: Segment): Scan {
  const { bytes, beyond } = readOurs(path);
  const { frames, damage } = scan(bytes);
  // Frames written after sealing are also in the writer's next file.
  const whole = frames.filter(({ head }) => lastId === undefined || head.id <= lastId);
  const missing = sealedWith - new Set(whole.map(({ head }) => head.id)).size;
  return { frames: whole, damage: together(damage, missing, beyond) };
}

/**
 * The name of a sealed file gives the original number of events, which reveals events that left no trace in the file.
 */
const together = ({ events, bytes }: Damage, missing: number, beyond: number): Damage => ({
  events: Math.max(events, missing, beyond > 0 ? 1 : 0),
  bytes: bytes + beyond,
});

/** Seals every open file, so that counts can be read from file names. Their writers start new ones. */
export function sealAll(directory: string): void {
  for (const segment of listSegments(directory)) {
    if (segment.lastId !== undefined) continue;
    const dead = takeAway(directory, segment);
    const found = dead && readSegment(dead);
    // A file without readable events is not deleted.
    if (found && (found.frames.length > 0 || found.damage.events === 0))
      seal(directory, dead.path, found.frames);
  }
}

/** Renames a file, so that its writer acknowledges no further events in it. */
export function takeAway(directory: string, segment: Segment): Segment | undefined {
  if (segment.name.endsWith('.dead')) return segment;
  const name = `${segment.firstId}.dead`;
  const path = join(directory, name);
  return unlessGone(() => {
    renameSync(segment.path, path);
    return { ...segment, name, path };
  });
}

/** Renames a file to its sealed name; deletes it if it has no events. */
export function seal(directory: string, path: string, frames: readonly Pick<Frame, 'head'>[]): void {
  const ids = frames.map(({ head }) => head.id).sort();
  sealAs(directory, path, ids[0], ids.at(-1), ids.length);
}

export function sealAs(
  directory: string,
  path: string,
  firstId: string | undefined,
  lastId: string | undefined,
  count: number,
): void {
  unlessGone(() => {
    if (firstId === undefined || lastId === undefined) unlinkSync(path);
    else renameSync(path, join(directory, sealedName(firstId, lastId, count)));
  });
}

/** Writes all bytes at an offset of a file. */
export function writeWhole(handle: number, bytes: Uint8Array, position = 0): void {
  for (let at = 0; at < bytes.byteLength; )
    at += writeSync(handle, bytes, at, bytes.byteLength - at, position + at);
}

/** Flushes a directory: otherwise a new file in it may be lost in a power failure. */
export function flushDirectory(directory: string): void {
  try {
    const handle = openSync(directory, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Not every system supports this.
  }
}

const isGone = (code: string | undefined): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/** Runs `work`; undefined if the file it works on no longer exists. */
export function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isGone((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}
