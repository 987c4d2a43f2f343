import { unlinkSync } from 'node:fs';
import { prunedLog } from './pruned-log.js';
import { listSegments, unlessGone } from './segments.js';

/** Default retention: the newest 10,000 events, up to 100 MB. */
export const MAX_EVENTS = 10_000;
export const MAX_BYTES = 100_000_000;

export interface RetentionOptions {
  directory: string;
  maxEvents: number;
  maxBytes: number;
  /** Part of `maxBytes` reserved for the next segment. */
  spareBytes: number;
}

export interface Retained {
  /** Number of remaining events according to file names. */
  total: number;
  removed: number;
}

/** Deletes the oldest segments beyond the retention limits, and counts the remaining events. */
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
