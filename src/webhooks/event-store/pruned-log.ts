import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { openOurs, readOurs } from './segment-file.js';

/** Log of removed events: a line with the count for each deleted file, and a line for all compacted ones. */
const PRUNED = 'pruned.log';
/** File size from which older lines are compacted. */
const COMPACT_BYTES = 64 * 1024;
/**
 * Number of recent lines that are not compacted: after a crash the last ones may be written twice, and must count once.
 */
const KEPT_LINES = 100;
/** Age after which the temporary file of another process is considered abandoned. */
const STALE_MS = 60_000;

export interface PrunedLog {
  /** Records a count; if it cannot be written, for example on a full disk, it waits for `flush`. */
  note(name: string, count: number): void;
  /** Writes pending counts. Never throws: a missing count is no reason to fail a prune. */
  flush(): void;
}

export function prunedLog(directory: string): PrunedLog {
  let waiting: string[] = [];
  const append = (text: string): void => {
    const handle = openOurs(
      join(directory, PRUNED),
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT,
    );
    try {
      writeSync(handle, text);
      if (fstatSync(handle).size > COMPACT_BYTES) compact(directory);
    } finally {
      closeSync(handle);
    }
  };
  return {
    note(name, count) {
      try {
        append(`${name} ${count}\n`);
      } catch {
        waiting.push(`${name} ${count}\n`);
      }
    },
    flush() {
      if (waiting.length === 0) return;
      // The first attempt may have left a partial line.
      const text = `\n${waiting.join('')}`;
      waiting = [];
      try {
        append(text);
      } catch {
        // These events are not counted.
      }
    },
  };
}

/** Replaces all but the most recent lines by one with their sum. Leaves the file unchanged on failure. */
function compact(directory: string): void {
  const path = join(directory, PRUNED);
  const temporary = `${path}.tmp`;
  try {
    const before = openOurs(path, constants.O_RDONLY);
    try {
      const lines = linesOf(readFileSync(before, 'utf8'));
      const kept = lines.slice(-KEPT_LINES);
      const names = new Set(kept.map(([name]) => name));
      const sum = countOf(lines.slice(0, -KEPT_LINES).filter(([name]) => !names.has(name)));
      const text = [['earlier', sum] as const, ...kept].map((line) => `${line.join(' ')}\n`);
      // The temporary file serves as a lock between processes.
      writeFileSync(temporary, text.join(''), { flag: 'wx', mode: 0o600 });
      renameSync(temporary, path);
      // Copies lines that another process appended to the replaced file in the meantime.
      const late = readFileSync(before);
      if (late.byteLength > 0) appendFileSync(path, late);
    } finally {
      closeSync(before);
    }
  } catch {
    const stat = statSync(temporary, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > STALE_MS) rmSync(temporary, { force: true });
  }
}

/** Name and count of each complete line. */
const linesOf = (text: string): (readonly [name: string, count: number])[] =>
  text.split('\n').flatMap((line) => {
    const [name = '', count = ''] = line.split(' ');
    return /^\d{1,15}$/.test(count) ? [[name, Number(count)] as const] : [];
  });

/** Sum of the counts. A crash can duplicate a line; the last one counts. */
const countOf = (lines: readonly (readonly [string, number])[]): number =>
  [...new Map(lines).values()].reduce((sum, count) => sum + count, 0);

/** Returns the number of events removed so far. */
export function prunedCount(directory: string): number {
  try {
    return countOf(linesOf(readOurs(join(directory, PRUNED)).bytes.toString('utf8')));
  } catch {
    // The file is missing or belongs to another user.
    return 0;
  }
}
