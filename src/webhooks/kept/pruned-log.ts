import { closeSync, constants, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openOurs, readOurs } from './segment-file.js';

/** How many events went with each file that was removed: a line each. */
const PRUNED = 'pruned.log';

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

/** Events that were removed so far. A line may be there twice after a crash; the last counts. */
export function prunedCount(directory: string): number {
  let text = '';
  try {
    text = readOurs(join(directory, PRUNED)).bytes.toString('utf8');
  } catch {
    // None, or none of ours.
  }
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [name = '', count = ''] = line.split(' ');
    if (/^\d{1,9}$/.test(count)) counts.set(name, Number(count));
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
