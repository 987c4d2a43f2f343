import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, readSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory } from '../../base/files/private-directory.js';
import { openOurs } from '../event-store/segments.js';

/** Progress of an event, as the character in the journal. `handled`: printed, and handled by all targets and programs. */
export const PROGRESS = { printing: '?', printed: '+', handled: '!' } as const;
export type Progress = (typeof PROGRESS)[keyof typeof PROGRESS];
const ORDER = Object.values(PROGRESS).join('');

/**
 * Remembers the events that a consumer has printed and handled, so that a repeated delivery is not shown again. All
 * members of a group on this machine share the file. Several lines for an event are common; the latest progress counts.
 */
export interface Journal {
  progressOf(key: string): Progress | undefined;
  mark(key: string, progress: Progress): void;
}

/** Number of events per generation; two generations are remembered. */
const GENERATION = 65_536;
/** Size at which the file becomes the previous one. */
const MAX_BYTES = 6_000_000;
const KEY_LENGTH = 20;
const LINE_LENGTH = KEY_LENGTH + 2;

/** @param consumer identity of the consumer; one that was deleted and created again has another identity. */
export function openJournal(directory: string, consumer: string): Journal {
  makePrivateDirectory(directory);
  const path = join(directory, `${shortHash(consumer)}.journal`);
  let current = new Map<string, Progress>();
  let previous = new Map<string, Progress>();
  let read = { inode: 0, end: 0 };

  const get = (hash: string) => current.get(hash) ?? previous.get(hash);
  /** Returns false if this progress is already known. */
  const set = (hash: string, progress: Progress): boolean => {
    const known = get(hash);
    if (known !== undefined && ORDER.indexOf(known) >= ORDER.indexOf(progress)) return false;
    current.set(hash, progress);
    if (current.size >= GENERATION) {
      previous = current;
      current = new Map();
    }
    return true;
  };
  const load = (text: string) => {
    for (const [, progress, hash] of text.matchAll(/^([?+!])([0-9a-f]{20})$/gm))
      set(hash as string, progress as Progress);
  };
  /** Reads lines that another process has added. */
  const refresh = () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) {
      // Another process has just renamed it.
      read = { inode: 0, end: 0 };
      return;
    }
    if (stat.ino !== read.inode) read = { inode: stat.ino, end: 0 };
    if (stat.size <= read.end) return;
    load(readFrom(path, read.end, stat.size));
    read.end = stat.size - (stat.size % LINE_LENGTH);
  };

  const old = statSync(`${path}.1`, { throwIfNoEntry: false });
  if (old) load(readFrom(`${path}.1`, 0, Math.min(old.size, 2 * MAX_BYTES)));
  refresh();
  return {
    progressOf(key) {
      refresh();
      return get(shortHash(key));
    },
    mark(key, progress) {
      const hash = shortHash(key);
      if (!set(hash, progress)) return;
      refresh();
      if (read.end > MAX_BYTES) renameSync(path, `${path}.1`);
      const handle = openSync(path, 'a', 0o600);
      try {
        writeSync(handle, `${progress}${hash}\n`);
      } finally {
        closeSync(handle);
      }
    },
  };
}

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, KEY_LENGTH);

function readFrom(path: string, start: number, end: number): string {
  const handle = openOurs(path, constants.O_RDONLY);
  try {
    const bytes = Buffer.alloc(end - start);
    return bytes.toString('latin1', 0, readSync(handle, bytes, 0, bytes.byteLength, start));
  } finally {
    closeSync(handle);
  }
}
