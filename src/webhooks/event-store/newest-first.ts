import type { Frame } from './frame.js';
import type { Damage, Scan } from './scan.js';
import { listSegments, readSegment, type Segment } from './segments.js';

/** Callbacks for files that cannot be read. */
export interface Watcher {
  damaged?: (name: string, damage: Damage) => void;
  strange?: (name: string) => void;
}

/** Sorts after every id. */
const NO_BOUND = '~';

/** Yields every stored event once, newest first, and reads only the segments it needs. */
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

/** Finds a segment that was sealed between listing the directory and reading it. */
function renamed(directory: string, firstId: string): Scan | undefined {
  const segment = listSegments(directory).find((it) => it.firstId === firstId);
  return segment && readSegment(segment);
}
