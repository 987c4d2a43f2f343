import { unlinkSync } from 'node:fs';
import { prunedLog } from './pruned-log.js';
import { listSegments, unlessGone } from './segments.js';

/** Events kept by default: the newest 10,000, up to 100 MB. */
export const MAX_EVENTS = 10_000;
export const MAX_BYTES = 100_000_000;

export interface RetentionOptions {
  directory: string;
  maxEvents: number;
  maxBytes: number;
  /** What the next segment may take of `maxBytes`. */
  spareBytes: number;
}

export interface Retained {
  /** Events that are there, as far as the names of files tell. */
  total: number;
  removed: number;
}

/** Counts what is there and removes the oldest segments that nobody wants any more. */
export function removeSurplus({ directory, maxEvents, maxBytes, spareBytes }: RetentionOptions): Retained {
  const segments = listSegments(directory);
  let bytes = segments.reduce((sum, { size }) => sum + size, 0);
  let total = segments.reduce((sum, { count = 0 }) => sum + count, 0);
  let removed = 0;
  const log = prunedLog(directory);
  for (const { path, name, count, size } of segments) {
    if (count === undefined) continue;
    if (total - count < maxEvents && bytes + spareBytes <= maxBytes) break;
    log.note(name, count);
    unlessGone(() => unlinkSync(path));
    total -= count;
    bytes -= size;
    removed += count;
  }
  log.flush();
  return { total, removed };
}
