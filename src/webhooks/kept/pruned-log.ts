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

/** How many events went with each file that was removed: a line each, and one for those that were put together. */
const PRUNED = 'pruned.log';
/** From this size on, older lines are put together. */
const COMPACT_BYTES = 64 * 1024;
/** Lines that stay: after a crash the last ones are written again, and count once. */
const KEPT_LINES = 100;
/** A file that another process began to write, and that is older, was left by a crash. */
const STALE_MS = 60_000;

export interface PrunedLog {
  /** Writes it down; what cannot be written, on a full disk say, waits for `flush`. */
  note(name: string, count: number): void;
  /** Writes what waited. Never throws: a number is no reason to keep events. */
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
      // Half a line may stand there from the first try.
      const text = `\n${waiting.join('')}`;
      waiting = [];
      try {
        append(text);
      } catch {
        // They are not counted.
      }
    },
  };
}

/** Replaces all lines but the last with one that holds their sum. Leaves the file as it is where that fails. */
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
      // One process at a time: the temporary file is the lock.
      writeFileSync(temporary, text.join(''), { flag: 'wx', mode: 0o600 });
      renameSync(temporary, path);
      // What another process wrote meanwhile went into the file that was replaced.
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

/** Name and count of each line that is whole. */
const linesOf = (text: string): (readonly [name: string, count: number])[] =>
  text.split('\n').flatMap((line) => {
    const [name = '', count = ''] = line.split(' ');
    return /^\d{1,15}$/.test(count) ? [[name, Number(count)] as const] : [];
  });

/** Sum of the counts. A line may be there twice after a crash; the last counts. */
const countOf = (lines: readonly (readonly [string, number])[]): number =>
  [...new Map(lines).values()].reduce((sum, count) => sum + count, 0);

/** Events that were removed so far. */
export function prunedCount(directory: string): number {
  try {
    return countOf(linesOf(readOurs(join(directory, PRUNED)).bytes.toString('utf8')));
  } catch {
    // None, or none of ours.
    return 0;
  }
}
