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
  source: { kind: string; id: string },
  filter: object,
): CursorStore {
  const what = JSON.stringify([context.settings.accountName(), source.kind, source.id, filter]);
  const directory = join(context.stateDirectory, 'cursors');
  const path = join(directory, `${createHash('sha256').update(what).digest('hex').slice(0, 32)}.json`);
  return {
    read() {
      try {
        const cursor = JSON.parse(readFileSync(path, 'utf8')) as Partial<LogCursor>;
        return typeof cursor.date === 'string' && Array.isArray(cursor.seen)
          ? { date: cursor.date, seen: cursor.seen }
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
