import type { Frame } from './frame.js';
import type { Damage, Scan } from './scan.js';
import { listSegments, readSegment, type Segment } from './segments.js';

/** Hears of what stands in the way. */
export interface Watcher {
  damaged?: (name: string, damage: Damage) => void;
  strange?: (name: string) => void;
}

/** Above every id. */
const NO_BOUND = '~';

/** Every kept event once, newest first. Reads no more segments than it must. */
export function* framesNewestFirst(directory: string, { damaged, strange }: Watcher = {}): Generator<Frame> {
  const read = (segment: Segment): Frame[] => {
    const found = readSegment(segment) ?? renamed(directory, segment.firstId);
    if (found && found.damage.events > 0) damaged?.(segment.name, found.damage);
    return found?.frames ?? [];
  };
  const unread = listSegments(directory, strange)
    .map((segment) => ({ ...segment, bound: segment.lastId ?? NO_BOUND }))
    .sort((a, b) => (a.bound < b.bound ? 1 : -1));
  let waiting: Frame[] = [];
  let last: string | undefined;
  while (unread.length > 0 || waiting.length > 0) {
    const segment = unread.shift();
    if (segment) waiting = waiting.concat(read(segment));
    waiting.sort((a, b) => (a.head.id < b.head.id ? 1 : -1));
    const bound = unread[0]?.bound ?? '';
    const ready = waiting.filter(({ head }) => head.id > bound);
    waiting = waiting.slice(ready.length);
    for (const frame of ready) {
      // A crash between the two steps of a prune leaves an event in two files.
      if (frame.head.id !== last) yield frame;
      last = frame.head.id;
    }
  }
}

/** A segment that got its final name between the look at the directory and the look into it. */
function renamed(directory: string, firstId: string): Scan | undefined {
  const segment = listSegments(directory).find((it) => it.firstId === firstId);
  return segment && readSegment(segment);
}
