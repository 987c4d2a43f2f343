import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogCursor } from '../client/log-cursor.js';
import type { Context } from '../context.js';
import { writeAtomically } from './files.js';

export interface CursorStore {
  read(): LogCursor | undefined;
  write(cursor: LogCursor): void;
}

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
  return {
    read() {
      try {
        const cursor = JSON.parse(readFileSync(path, 'utf8')) as Partial<LogCursor>;
        const { date, seen } = cursor;
        return typeof date === 'string' && !Number.isNaN(Date.parse(date)) && Array.isArray(seen)
          ? { date, seen }
          : undefined;
      } catch {
        // None yet, or not readable: the tail begins as without --resume.
        return undefined;
      }
    },
    write(cursor) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      writeAtomically(path, JSON.stringify(cursor));
    },
  };
}
