import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { readOwnFile } from '../../../base/files/own-file.js';
import { makePrivateDirectory } from '../../../base/files/private-directory.js';
import { replaceFile } from '../../../base/files/write-file.js';
import type { Context } from '../../../cli/command/spec.js';
import type { LogCursor } from '../../../client/jobs/log-cursor.js';

export interface CursorStore {
  read(): LogCursor | undefined;
  /** Stores the cursor. Writes are throttled during a burst. */
  write(cursor: LogCursor): void;
  /** Writes a cursor that throttling held back. */
  flush(): void;
}

/** Number of remembered ids above which writes are throttled. */
const BURST = 200;
const WRITE_EVERY = 50;
/** Files above this size were not written by archctl. */
const MAX_BYTES = 10_000_000;

/** Stores the position of a tail in the state directory, by account, log and filter. */
export function cursorStore(
  context: Context,
  source: { kind: string; id: string; narrowed: object },
  filter: object,
): CursorStore {
  const { kind, id, narrowed } = source;
  const what = JSON.stringify([context.settings.accountName(), kind, id, narrowed, filter]);
  const directory = join(context.stateDirectory, 'cursors');
  const path = join(directory, `${createHash('sha256').update(what).digest('hex').slice(0, 32)}.json`);
  let pending: LogCursor | undefined;
  let recordCount = 0;
  let isReported = false;
  return {
    read() {
      try {
        const cursor = JSON.parse(readOwnFile(path, MAX_BYTES)?.content ?? '') as Partial<LogCursor>;
        const { date, seen } = cursor;
        return typeof date === 'string' && !Number.isNaN(Date.parse(date)) && Array.isArray(seen)
          ? { date, seen }
          : undefined;
      } catch {
        // Missing, unreadable, or possibly another user's file: the tail starts without a position.
        return undefined;
      }
    },
    write(cursor) {
      pending = cursor;
      recordCount++;
      if (cursor.seen.length < BURST || recordCount >= WRITE_EVERY) this.flush();
    },
    flush() {
      if (pending === undefined) return;
      try {
        makePrivateDirectory(directory);
        replaceFile(path, JSON.stringify(pending), { access: 'owner' });
      } catch {
        // Failing to save is only a note, because the records were printed.
        if (!isReported) context.terminal.note(`Cannot save the position of this tail in ${directory}.`);
        isReported = true;
      }
      pending = undefined;
      recordCount = 0;
    },
  };
}
