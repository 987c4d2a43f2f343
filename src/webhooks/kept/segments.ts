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
import { makePrivateDirectory } from '../../base/private-directory.js';
import { systemWords } from '../../base/system-words.js';
import type { Frame } from './frame.js';
import { type Damage, type Scan, scan } from './scan.js';
import { isOurs, readOurs } from './segment-file.js';

/**
 * Files of kept events. A listener appends to `FIRST.open`; when it is full or the listener ends, it becomes
 * `FIRST-LAST-COUNT.seg`. Whoever takes an open file away first renames it to `FIRST.dead` and reads it after that:
 * its writer looks for its file after each write and before it acknowledges, so either the reader sees the write or
 * the writer sees that its file is gone and writes to another. So no process need know which others are alive.
 */
export interface Segment {
  path: string;
  name: string;
  firstId: string;
  /** Unknown while it may still grow. */
  lastId: string | undefined;
  /** Events in it, where its name tells; never more than its size allows. */
  count: number | undefined;
  /** Events it held when it was sealed, by its name. */
  sealedWith: number;
  size: number;
}

/** No event takes less. */
const SMALLEST_EVENT = 32;

const SEALED = /^(evt_[0-9a-z]+)-(evt_[0-9a-z]+)-(\d+)\.seg$/;
const LOOSE = /^(evt_[0-9a-z]+)\.(?:open|dead)$/;

export const openName = (firstId: string): string => `${firstId}.open`;
const sealedName = (firstId: string, lastId: string, count: number): string =>
  `${firstId}-${lastId}-${count}.seg`;

/** Errors: `usage` where the directory cannot be made. */
export function makeDirectory(directory: string): void {
  try {
    makePrivateDirectory(directory);
  } catch (error) {
    throw usageError(`Events cannot be kept in ${directory}: ${systemWords(error)}.`, {
      hint: 'ARCHCTL_STATE_DIR names another directory; "webhook listen --no-keep" keeps none.',
      cause: error,
    });
  }
}

/**
 * Oldest first; none where there is no directory. Only plain files of this user: what a link or somebody else's file
 * says is nobody's event. `strange` hears of those.
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

/** Undefined where another process sealed or pruned it meanwhile. A file that cannot be read is damaged as a whole. */
export function readSegment(segment: Segment): Scan | undefined {
  try {
    const found = contentOf(segment);
    // Somebody may have been at work on it: a second look finds that done.
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
  // What its writer wrote after it was sealed stands in its next file, too.
  const whole = frames.filter(({ head }) => lastId === undefined || head.id <= lastId);
  const missing = sealedWith - new Set(whole.map(({ head }) => head.id)).size;
  return { frames: whole, damage: together(damage, missing, beyond) };
}

/** The name of a sealed file knows how many events it held: also those whose place nobody would recognise. */
const together = ({ events, bytes }: Damage, missing: number, beyond: number): Damage => ({
  events: Math.max(events, missing, beyond > 0 ? 1 : 0),
  bytes: bytes + beyond,
});

/** Gives every open file its final name, so that counts can be read off names. Their writers begin new ones. */
export function sealAll(directory: string): void {
  for (const segment of listSegments(directory)) {
    if (segment.lastId !== undefined) continue;
    const dead = takeAway(directory, segment);
    const found = dead && readSegment(dead);
    // Where nothing can be read, nothing is thrown away either.
    if (found && (found.frames.length > 0 || found.damage.events === 0))
      seal(directory, dead.path, found.frames);
  }
}

/** Keeps a file's writer from acknowledging anything more that it writes there. */
export function takeAway(directory: string, segment: Segment): Segment | undefined {
  if (segment.name.endsWith('.dead')) return segment;
  const name = `${segment.firstId}.dead`;
  const path = join(directory, name);
  return unlessGone(() => {
    renameSync(segment.path, path);
    return { ...segment, name, path };
  });
}

/** Final name of a file that holds these events; an empty one goes. */
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

/** Writes all of it at a place of a file. */
export function writeWhole(handle: number, bytes: Uint8Array, position = 0): void {
  for (let at = 0; at < bytes.byteLength; )
    at += writeSync(handle, bytes, at, bytes.byteLength - at, position + at);
}

/** A file that is new in its directory is there after a power cut only once the directory was flushed too. */
export function flushDirectory(directory: string): void {
  try {
    const handle = openSync(directory, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Not every system can.
  }
}

const isGone = (code: string | undefined): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/** Undefined where what it works on is not there any more. */
export function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isGone((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}
