import { writerOf } from './event-id.js';
import type { Frame } from './frame.js';
import { listSegments, readSegment } from './segments.js';

/** Yields the events of a writer after an id, oldest first, in the batches in which they are stored. */
export function* framesAfter(directory: string, writer: string, after: string): Generator<Frame[]> {
  const ownSegments = () => listSegments(directory).filter(({ firstId }) => writerOf(firstId) === writer);
  for (const segment of ownSegments()) {
    if (segment.lastId !== undefined && segment.lastId <= after) continue;
    const found =
      readSegment(segment) ??
      // It was sealed between listing the directory and reading it.
      ownSegments()
        .filter(({ firstId }) => firstId === segment.firstId)
        .map(readSegment)[0];
    const frames = found?.frames.filter(({ head }) => head.id > after) ?? [];
    if (frames.length > 0) yield frames.sort((a, b) => (a.head.id < b.head.id ? -1 : 1));
  }
}
