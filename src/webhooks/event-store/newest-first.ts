import type { Damage, Frame, Scan } from './frame.js';
import { listSegments, readSegment, type Segment } from './segments.js';

/** Callbacks for files that cannot be read, and a limit. */
export interface ReadOptions {
  onDamage?: (name: string, damage: Damage) => void;
  /** A link or a file of another user. */
  onForeign?: (name: string) => void;
  /** Reads only the segments that may contain this id. */
  around?: string;
}

/** Sorts after every id. */
const NO_BOUND = '~';

/** Yields every stored event once, newest first, and reads only the segments it needs. */
export function* framesNewestFirst(
  directory: string,
  { onDamage, onForeign, around }: ReadOptions = {},
): Generator<Frame> {
  const read = (segment: Segment): Frame[] => {
    const found = readSegment(segment) ?? readRenamed(directory, segment.firstId);
    if (found && found.damage.events > 0) onDamage?.(segment.name, found.damage);
    return found?.frames ?? [];
  };
  const unread = listSegments(directory, onForeign)
    .map((segment) => ({ ...segment, bound: segment.lastId ?? NO_BOUND }))
    .filter(({ firstId, bound }) => around === undefined || (firstId <= around && around <= bound))
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
      // A crash during a prune leaves an event in two places.
      if (frame.head.id !== last) yield frame;
      last = frame.head.id;
    }
  }
}

/** Reads a segment that was sealed between listing the directory and reading it. */
function readRenamed(directory: string, firstId: string): Scan | undefined {
  const segment = listSegments(directory).find((it) => it.firstId === firstId);
  return segment && readSegment(segment);
}
