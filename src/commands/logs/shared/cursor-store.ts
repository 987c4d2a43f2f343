import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { readOwnFile } from '../../../base/own-file.js';
import { makePrivateDirectory } from '../../../base/private-directory.js';
import { replaceFile } from '../../../base/write-file.js';
import type { Context } from '../../../cli/command/spec.js';
import type { LogCursor } from '../../../client/jobs/log-cursor.js';

export interface CursorStore {
  read(): LogCursor | undefined;
  /** Keeps the cursor; in a burst not every one of them goes to disk. */
  write(cursor: LogCursor): void;
  /** Writes what a burst held back. */
  flush(): void;
}

/** From so many remembered ids on, each write is worth saving. */
const BURST = 200;
const WRITE_EVERY = 50;
/** Larger files are not ours. */
const MAX_BYTES = 10_000_000;

/** Keeps where a tail stands, for each account, log and filter, in the state directory. */
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
  let held = 0;
  let isTold = false;
  return {
    read() {
      try {
        const cursor = JSON.parse(readOwnFile(path, MAX_BYTES)?.content ?? '') as Partial<LogCursor>;
        const { date, seen } = cursor;
        return typeof date === 'string' && !Number.isNaN(Date.parse(date)) && Array.isArray(seen)
          ? { date, seen }
          : undefined;
      } catch {
        // None yet, not readable, or perhaps another user's: the tail begins as without --resume.
        return undefined;
      }
    },
    write(cursor) {
      pending = cursor;
      held++;
      if (cursor.seen.length < BURST || held >= WRITE_EVERY) this.flush();
    },
    flush() {
      if (pending === undefined) return;
      try {
        makePrivateDirectory(directory);
        replaceFile(path, JSON.stringify(pending), { access: 'owner' });
      } catch {
        // The records were shown, which is what was asked for first.
        if (!isTold) context.terminal.note(`Cannot save the position of this tail in ${directory}.`);
        isTold = true;
      }
      pending = undefined;
      held = 0;
    },
  };
}
